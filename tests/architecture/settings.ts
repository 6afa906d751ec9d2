import { isNode, isTestFile, nameOf, nodesOf, type SourceFile, type SyntaxNode } from './source-file.ts';

type Aliases = ReadonlyMap<string, string>;

/**
 * The paths in `Config`, as "log.level", that no file of src reads. A group that is handed on whole, as in
 * `projectPaths(root, config.paths)`, is read by whatever file takes its members by their names.
 */
export function listUnread(wanted: readonly string[], files: readonly SourceFile[]): string[] {
  const readers = files.filter(isReader);
  const reads = new Set(readers.flatMap(listReads));
  const names = new Set([...reads].map(lastName));
  const handedOn = new Set(readers.flatMap(listHandedOn));
  return wanted.filter((path) => {
    const [group = '', name] = path.split('.');
    if (name === undefined) return !reads.has(`config.${path}`);
    return !reads.has(path) && !(handedOn.has(group) && names.has(name));
  });
}

/** Members of a type that no file of src reads by their name. */
export function listUnreadMembers(
  type: string,
  files: readonly SourceFile[],
): Readonly<{ members: readonly string[]; unread: readonly string[] }> {
  const names = new Set(files.filter(isReader).flatMap(listReads).map(lastName));
  const members = files.filter(isReader).flatMap((file) => listMembers(file, type));
  return { members, unread: members.filter((member) => !names.has(member)) };
}

const lastName = (chain: string): string => chain.slice(chain.lastIndexOf('.') + 1);

function listMembers(file: SourceFile, type: string): string[] {
  const [declared] = nodesOf(file, 'TSTypeAliasDeclaration').filter(({ id }) => nameOf(id) === type);
  if (!declared) return [];
  return nodesOf(file, 'TSPropertySignature')
    .filter(({ start, end }) => start >= declared.start && end <= declared.end)
    .flatMap(({ key }) => nameOf(key) ?? []);
}

/** Groups that a file uses as a value: `config.paths`, but not `config.paths.agents`. */
function listHandedOn(file: SourceFile): string[] {
  return file.nodes.flatMap(({ node, parent, field }) => {
    const chain = node.type === 'MemberExpression' ? chainOf(node, new Map()) : undefined;
    const isPartOfMore = parent?.type === 'MemberExpression' && field === 'object';
    const isTakenApart = parent?.type === 'VariableDeclarator' && isNode(parent.id) && !nameOf(parent.id);
    if (chain === undefined || isPartOfMore || isTakenApart) return [];
    return /(?:^|\.)config\.(\w+)$/.exec(chain)?.[1] ?? [];
  });
}

const isReader = ({ path }: SourceFile): boolean => path.startsWith('src/') && !isTestFile(path);

/** The last two names of every chain of names: what `deps.config.log.level` reads is `log.level`. */
function listReads(file: SourceFile): string[] {
  const aliases = listAliases(file);
  const chains = nodesOf(file, 'MemberExpression').flatMap((node) => chainOf(node, aliases) ?? []);
  const patterns = file.nodes.flatMap(({ node, parent }) =>
    node.type === 'ObjectPattern' && parent?.type !== 'Property' ? readsOf(node, sourceOf(node, parent)) : [],
  );
  return [...chains, ...patterns].map((chain) => chain.split('.').slice(-2).join('.'));

  function sourceOf(pattern: SyntaxNode, parent: SyntaxNode | undefined): string {
    if (parent?.type === 'VariableDeclarator') return chainOf(parent.init, aliases) ?? '';
    return groupOf(pattern) ?? '';
  }
}

/** `a.b.c` as text, its first name replaced by the group that it stands for. */
function chainOf(node: unknown, aliases: Aliases): string | undefined {
  const name = nameOf(node);
  if (name !== undefined) return aliases.get(name) ?? name;
  if (!isNode(node) || node.type !== 'MemberExpression' || node.computed === true) return undefined;
  const property = nameOf(node.property);
  return property && `${chainOf(node.object, aliases) ?? ''}.${property}`;
}

/** What a destructuring takes: `{ log: { level } }` of `config` is `config.log.level`, and `config.log`. */
function readsOf(pattern: SyntaxNode, from: string): string[] {
  return (pattern.properties as readonly SyntaxNode[]).flatMap((property) => {
    const name = nameOf(property.key);
    if (name === undefined) return [];
    const chain = `${from}.${name}`;
    const { value } = property;
    return isNode(value) && value.type === 'ObjectPattern' ? readsOf(value, chain) : [chain];
  });
}

/** Names that stand for a group: `settings: Config['notify']`, or `const settings = config.notify`. */
function listAliases(file: SourceFile): Aliases {
  const typed = nodesOf(file, 'Identifier').flatMap((node): [string, string][] => {
    const [name, group] = [nameOf(node), groupOf(node)];
    return name && group ? [[name, group]] : [];
  });
  const assigned = nodesOf(file, 'VariableDeclarator').flatMap(({ id, init }): [string, string][] => {
    const [name, chain] = [nameOf(id), chainOf(init, new Map())];
    return name && chain?.includes('config.') ? [[name, chain]] : [];
  });
  return new Map([...typed, ...assigned]);
}

/** The group that an annotation `Config['group']` names. */
function groupOf({ typeAnnotation }: SyntaxNode): string | undefined {
  const type = isNode(typeAnnotation) ? typeAnnotation.typeAnnotation : undefined;
  if (!isNode(type)) return undefined;
  if (nameOf(type.typeName) === 'Config') return 'config';
  if (type.type !== 'TSIndexedAccessType' || !isNode(type.objectType) || !isNode(type.indexType)) return;
  if (nameOf(type.objectType.typeName) !== 'Config' || !isNode(type.indexType.literal)) return undefined;
  const { value } = type.indexType.literal;
  return typeof value === 'string' ? value : undefined;
}
