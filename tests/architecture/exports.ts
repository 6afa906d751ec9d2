import { posix } from 'node:path';
import { isRelative, listImports } from './imports.ts';
import { isNode, isTestFile, nameOf, nodesOf, type SourceFile, type SyntaxNode } from './source-file.ts';

export type Export = Readonly<{ path: string; name: string }>;

/**
 * Exports that no code of src needs: no other file names them, nor does the rest of their own. A use in a
 * test does not count: it would keep dead code alive.
 */
export function listUnusedExports(files: readonly SourceFile[]): Export[] {
  const users = files.filter(({ path }) => !isTestFile(path) && !path.startsWith('scripts/'));
  const used = new Map<string, Set<string>>();
  for (const file of users) {
    const names = new Set(listNames(file));
    for (const path of new Set(listImported(file))) {
      used.set(path, new Set([...(used.get(path) ?? []), ...names]));
    }
  }
  return users
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((file) =>
      listExports(file)
        .filter((name) => !used.get(file.path)?.has(name) && !isNamedTwice(file, name))
        .map((name) => ({ path: file.path, name })),
    );
}

const isNamedTwice = (file: SourceFile, name: string): boolean =>
  listNames(file).filter((other) => other === name).length > 1;

const listImported = (file: SourceFile): string[] =>
  listImports(file)
    .filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier));

const listNames = (file: SourceFile): string[] =>
  nodesOf(file, 'Identifier').flatMap((node) => nameOf(node) ?? []);

/** Names that a file exports by declaring them. What it passes on from another file counts as a use. */
function listExports(file: SourceFile): string[] {
  return nodesOf(file, 'ExportNamedDeclaration').flatMap(({ declaration }) =>
    isNode(declaration) ? namesDeclaredBy(declaration) : [],
  );
}

function namesDeclaredBy({ id, declarations }: SyntaxNode): string[] {
  if (!Array.isArray(declarations)) return [nameOf(id) ?? []].flat();
  return declarations.flatMap((declared: SyntaxNode) => nameOf(declared.id) ?? []);
}
