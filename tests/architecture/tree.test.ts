import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { browserCodeNeedsNoNode, layersAreKept, sqlStaysInTheStore } from './layers.ts';
import { filesAreShort, functionsAreShort, linesAreShort, parametersAreFew } from './limits.ts';
import * as modules from './modules.ts';
import { pureLayersArePure } from './purity.ts';
import { kindsOfQuestionsStayInTheirTable } from './questions.ts';
import { retriesAreDecidedInOnePlace } from './retries.ts';
import { parseSource, type Rule, type SourceFile } from './source-file.ts';
import { noTestIsLeftOut, titlesAreUnique } from './suites.ts';
import * as wording from './wording.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.swarm', 'coverage']);
const TEXT = /\.(ts|tsx|mjs|cjs|js|json|md|sh|ya?ml|css|html)$|^(swarm|test|\.ci\/run)$/;

const RULES: readonly Rule[] = [
  layersAreKept,
  sqlStaysInTheStore,
  browserCodeNeedsNoNode,
  pureLayersArePure,
  filesAreShort,
  functionsAreShort,
  linesAreShort,
  parametersAreFew,
  modules.nothingIsExportedByDefault,
  modules.thereAreNoBarrels,
  modules.nothingIsAny,
  modules.errorsAreCaughtAtTheEdge,
  modules.environmentIsReadInMain,
  modules.onlyDoorsPrint,
  modules.builtinsCarryTheirPrefix,
  wording.namesAreKebabCase,
  wording.foldersAreNouns,
  wording.nothingIsLeftForLater,
  wording.commentsNameTheActor,
  wording.namesAreOfTheField,
  retriesAreDecidedInOnePlace,
  noTestIsLeftOut,
  titlesAreUnique,
  kindsOfQuestionsStayInTheirTable,
];

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name) && !entry.name.startsWith('dist.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [relative(root, path)] : [];
    });
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const paths = listFiles(root);
const sources: SourceFile[] = paths
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.mts'))
  .map((path) => parseSource(path, read(path)));

test('the rules see the source', () => {
  expect(sources.map(({ path }) => path)).toContain('tests/architecture/tree.test.ts');
  expect(sources.some(({ path }) => path.startsWith('src/'))).toBe(true);
});

test.each(RULES.map((rule) => [rule.claim, rule] as const))('%s', (_claim, { check }) => {
  expect(sources.flatMap(check)).toEqual([]);
});

test('no text of the project names a home folder', () => {
  expect(
    paths.filter((path) => TEXT.test(path)).flatMap((path) => wording.findHomePaths(path, read(path))),
  ).toEqual([]);
});
