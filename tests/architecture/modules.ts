import { isNodeBuiltin, listImports } from './imports.ts';
import type { SourceFile, SyntaxNode } from './source-file.ts';
import { at, isNode, isTestFile, layerOf, memberOf, nameOf, nodesOf, type Rule } from './source-file.ts';

const CONFIGURATION = ['vitest.config.ts'];
const CATCHING_LAYERS = ['runtime', 'store', 'agents', 'cli', 'library', 'http', 'mcp', 'main', 'rehearsal'];
/** The top of the supervisor's loop, where a round may fail; and what only a try can tell. */
export const CATCHING_FILES = [
  'src/supervisor/scheduler.ts',
  'src/contract/json.ts',
  'src/domain/schedule/time-zone.ts',
];

export const nothingIsExportedByDefault: Rule = {
  claim: 'everything is exported by name',
  check: (file) =>
    CONFIGURATION.includes(file.path)
      ? []
      : nodesOf(file, 'ExportDefaultDeclaration').map((node) => `${at(file, node.start)} exports by default`),
};

export const exportsAreConstant: Rule = {
  claim: 'nothing that is exported is assigned to later: the parts of the built program are given values',
  check: (file) =>
    nodesOf(file, 'ExportNamedDeclaration')
      .filter(({ declaration }) => isNode(declaration) && /^(let|var)$/.test(String(declaration.kind)))
      .map((node) => `${at(file, node.start)} exports a variable`),
};

export const thereAreNoBarrels: Rule = {
  claim: 'no file only passes on what others export',
  check: (file) => {
    if (file.path === 'src/index.ts') return [];
    const isIndex = /(^|\/)index\.tsx?$/.test(file.path);
    const program = file.nodes[0]?.node;
    const body = (program?.body ?? []) as readonly SyntaxNode[];
    const passesOn = body.filter((node) => node.type.startsWith('Export') && isNode(node.source));
    const isOnlyPassing = body.length > 0 && passesOn.length === body.length;
    const stars = passesOn.filter((node) => node.type === 'ExportAllDeclaration');
    if (isIndex) return [`${file.path} is an index; only src/index.ts may be`];
    return isOnlyPassing
      ? [`${file.path} is a barrel`]
      : stars.map((node) => `${at(file, node.start)} export *`);
  },
};

export const nothingIsAny: Rule = {
  claim: 'nothing has the type any',
  check: (file) => nodesOf(file, 'TSAnyKeyword').map((node) => `${at(file, node.start)} any`),
};

export const errorsAreCaughtAtTheEdge: Rule = {
  claim: 'catch appears at adapters and at the top of a loop, nowhere between',
  check: (file) => {
    const layer = layerOf(file.path);
    const isEdge = !layer || CATCHING_LAYERS.includes(layer) || layer === 'web';
    if (isTestFile(file.path) || isEdge || CATCHING_FILES.includes(file.path)) return [];
    const clauses = nodesOf(file, 'CatchClause');
    const calls = nodesOf(file, 'CallExpression').filter(isPromiseCatch);
    return [...clauses, ...calls].map((node) => `${at(file, node.start)} catch in ${layer}`);
  },
};

// `z.catch` gives a schema a fallback; it has nothing to do with errors thrown.
function isPromiseCatch({ callee }: SyntaxNode): boolean {
  return isNode(callee) && nameOf(callee.property) === 'catch' && nameOf(callee.object) !== 'z';
}

export const environmentIsReadInMain: Rule = {
  claim: 'only main reads the environment',
  check: (file) => {
    const layer = layerOf(file.path);
    if (isTestFile(file.path) || !layer || layer === 'main') return [];
    const members = nodesOf(file, 'MemberExpression').filter((node) => memberOf(node) === 'process.env');
    const imports = listImports(file).filter(({ specifier }) => /^(node:)?process$/.test(specifier));
    const paths = [
      ...members.map(({ start }) => start),
      ...takenApart(file),
      ...imports.map((it) => it.offset),
    ];
    return paths.map((offset) => `${at(file, offset)} reads the environment in ${layer}`);
  },
};

// `const { env } = process`
function takenApart(file: SourceFile, name = /\benv\b/): number[] {
  return nodesOf(file, 'VariableDeclarator')
    .filter((node) => isNode(node.id) && node.id.type === 'ObjectPattern' && nameOf(node.init) === 'process')
    .filter((node) => name.test(file.text.slice(node.start, node.end)))
    .map((node) => node.start);
}

/** The rest writes for a program: a version without loading anything, an agent that is rehearsed. */
const WRITING_FILES = [
  'src/main/output.ts',
  'src/main/cli.ts',
  'src/main/rehearsal.ts',
  // Asks output.ts to make each line safe.
  'src/main/supervisor-log.ts',
];

export const oneFileWritesToTerminals: Rule = {
  claim: 'what a terminal gets passes through src/main/output.ts, which makes it safe',
  check: (file) => {
    if (isTestFile(file.path) || !file.path.startsWith('src/') || WRITING_FILES.includes(file.path))
      return [];
    const streams = [
      ...streamsIn(file),
      ...takenApart(file, /\bstd(?:out|err)\b/),
      ...importsOfProcess(file),
    ];
    return [...streams, ...consolesIn(file), ...descriptorsIn(file)].map(
      (start) => `${at(file, start)} writes to a terminal by itself`,
    );
  },
};

const STREAMS = ['process.stdout', 'process.stderr'];

/** A file that has the stream can write to it; to ask whether it is a terminal is harmless. */
function streamsIn(file: SourceFile): readonly number[] {
  const members = nodesOf(file, 'MemberExpression');
  const asked = members
    .filter(
      ({ object, property }) => STREAMS.includes(memberOf(object) ?? '') && nameOf(property) === 'isTTY',
    )
    .map(({ start }) => start);
  return members
    .filter((node) => STREAMS.includes(memberOf(node) ?? ''))
    .map(({ start }) => start)
    .filter((start) => !asked.includes(start));
}

const importsOfProcess = (file: SourceFile): readonly number[] =>
  listImports(file)
    .filter(({ specifier }) => /^(node:)?process$/.test(specifier))
    .map(({ offset }) => offset);

/** `writeSync(1, text)`, also by the name of the descriptor, and a device that is the terminal. */
function descriptorsIn(file: SourceFile): readonly number[] {
  const written = nodesOf(file, 'CallExpression').filter(({ callee, arguments: given }) => {
    const [first] = Array.isArray(given) ? given : [];
    const to = isNode(first) ? (nameOf(first) ?? first.value) : undefined;
    return nameOf(callee) === 'writeSync' && [1, 2, 'STDOUT', 'STDERR'].includes(to as number);
  });
  const devices = nodesOf(file, 'Literal').filter(({ value }) => TERMINALS.test(String(value)));
  return [...written, ...devices].map(({ start }) => start);
}

const TERMINALS = /^\/dev\/(?:tty|std(?:out|err)|fd\/[12])$/;

const consolesIn = (file: SourceFile): readonly number[] =>
  nodesOf(file, 'MemberExpression')
    .filter(({ object }) => nameOf(object) === 'console')
    .map(({ start }) => start);

const MARKUP =
  /^(dangerouslySetInnerHTML|innerHTML|outerHTML|setHTMLUnsafe|insertAdjacentHTML|srcdoc|srcDoc|DOMParser)$/;

export const textIsNeverMarkup: Rule = {
  claim: 'what the page shows is text: nothing that an agent wrote becomes markup there',
  check: (file) => {
    if (!file.path.startsWith('web/')) return [];
    const names = nodesOf(file, 'Identifier', 'JSXIdentifier').filter(({ name }) =>
      MARKUP.test(String(name)),
    );
    const calls = nodesOf(file, 'MemberExpression').filter((node) => memberOf(node) === 'document.write');
    return [...names, ...calls].map(({ start }) => `${at(file, start)} makes markup of a text`);
  },
};

export const builtinsCarryTheirPrefix: Rule = {
  claim: 'modules of Node are imported as node:…, so that rules can see them',
  check: (file) =>
    listImports(file)
      .filter(({ specifier }) => !isNodeBuiltin(specifier) && BARE_BUILTIN.test(specifier))
      .map(({ specifier, offset }) => `${at(file, offset)} imports ${specifier} without node:`),
};

const BARE_BUILTIN =
  /^(fs|path|os|child_process|crypto|net|http|https|url|util|events|process|stream|timers)(\/|$)/;
