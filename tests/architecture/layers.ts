import { posix } from 'node:path';
import { isNodeBuiltin, isRelative, listImports } from './imports.ts';
import { at, isTestFile, layerOf, type Rule, type SourceFile } from './source-file.ts';

type Reach = Readonly<{ values: readonly string[]; types: readonly string[] }>;

/** Who may import whom: values, and beyond that types alone. `main` wires everything and has no row. */
export const REACH: Readonly<Record<string, Reach>> = {
  domain: { values: [], types: [] },
  contract: { values: ['domain'], types: [] },
  views: { values: ['domain', 'contract'], types: [] },
  store: { values: ['domain', 'contract'], types: [] },
  runtime: { values: ['domain', 'contract'], types: [] },
  agents: { values: ['domain', 'contract'], types: ['runtime'] },
  app: { values: ['domain', 'contract', 'views'], types: ['store', 'runtime'] },
  supervisor: { values: ['domain', 'app', 'views'], types: ['store', 'runtime'] },
  cli: { values: ['contract', 'views'], types: ['domain', 'app'] },
  library: { values: ['domain', 'contract', 'views'], types: ['app'] },
  http: { values: ['contract', 'views'], types: ['domain', 'app'] },
  mcp: { values: ['contract', 'views'], types: ['domain', 'app'] },
  rehearsal: { values: ['contract'], types: [] },
  web: { values: ['contract'], types: [] },
};

/** Packages that only one layer may know. */
const OWNED_PACKAGES: Readonly<Record<string, string>> = {
  pg: 'store',
  '@photostructure/sqlite': 'store',
  ajv: 'runtime',
  nodemailer: 'runtime',
  croner: 'runtime',
  'string-width': 'views',
  '@modelcontextprotocol/server': 'mcp',
  hono: 'http',
  '@hono/node-server': 'http',
  ws: 'http',
  'prom-client': 'http',
};

/** An SQLite lock is freed by the kernel whatever happens; this file runs no query. */
const LOCK_FILE = 'src/runtime/lock/acquire-lock.ts';

export const layersAreKept: Rule = {
  claim: 'each layer imports only what the table of layers allows',
  check: (file) => (isTestFile(file.path) ? [] : checkLayer(file)),
};

function checkLayer(file: SourceFile): string[] {
  const layer = layerOf(file.path);
  if (!layer || layer === 'main') return [];
  const reach = REACH[layer];
  if (!reach) return [`${file.path}: "${layer}" is no layer`];

  return listImports(file)
    .filter(({ specifier }) => isRelative(specifier))
    .flatMap(({ specifier, isTypeOnly, offset }) => {
      const target = posix.join(posix.dirname(file.path), specifier);
      const other = layerOf(target);
      if (other === layer || (other && reach.values.includes(other))) return [];
      if (other && reach.types.includes(other)) {
        return isTypeOnly ? [] : [`${at(file, offset)} ${layer} may import only types of ${other}`];
      }
      return [`${at(file, offset)} ${layer} may not import ${target}`];
    });
}

export const packagesStayInTheirLayer: Rule = {
  claim: 'a package that one layer owns is imported there alone: SQL in the store, mail in the runtime',
  check: (file) =>
    isTestFile(file.path)
      ? []
      : listImports(file)
          .filter(({ specifier }) => {
            const owner = OWNED_PACKAGES[packageOf(specifier)];
            return owner !== undefined && owner !== layerOf(file.path) && file.path !== LOCK_FILE;
          })
          .map(({ specifier, offset }) => {
            const owner = OWNED_PACKAGES[packageOf(specifier)];
            return `${at(file, offset)} ${specifier} belongs to src/${owner}`;
          }),
};

export const browserCodeNeedsNoNode: Rule = {
  claim: 'domain, contract, views and web import nothing of Node, and domain no package at all',
  check: (file) => {
    const layer = layerOf(file.path);
    if (isTestFile(file.path) || !layer || !['domain', 'contract', 'views', 'web'].includes(layer)) return [];
    return listImports(file)
      .filter(({ specifier }) => isNodeBuiltin(specifier) || (layer === 'domain' && !isRelative(specifier)))
      .map(({ specifier, offset }) => `${at(file, offset)} ${layer} may not import ${specifier}`);
  },
};

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
