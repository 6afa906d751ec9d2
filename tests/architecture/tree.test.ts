import { expect, test } from 'vitest';
import { agentFilesAreOpenedInOnePlace } from './agent-files.ts';
import { agentNamesAreListedOnce } from './agent-names.ts';
import { browserCodeNeedsNoNode, layersAreKept, packagesStayInTheirLayer } from './layers.ts';
import { filesAreShort, functionsAreShort, linesAreShort, parametersAreFew } from './limits.ts';
import * as modules from './modules.ts';
import { pureLayersArePure } from './purity.ts';
import { kindsOfQuestionsStayInTheirTable } from './questions.ts';
import { retriesAreDecidedInOnePlace } from './retries.ts';
import type { Rule } from './source-file.ts';
import { noTestIsLeftOut, titlesAreUnique, waitsNameTheirBound } from './suites.ts';
import { paths, readText, sources } from './tree.ts';
import * as wording from './wording.ts';

const TEXT = /\.(ts|tsx|mjs|cjs|js|json|md|sh|ya?ml|css|html)$|^(swarm|test|\.ci\/run)$/;

const RULES: readonly Rule[] = [
  layersAreKept,
  packagesStayInTheirLayer,
  browserCodeNeedsNoNode,
  agentNamesAreListedOnce,
  agentFilesAreOpenedInOnePlace,
  pureLayersArePure,
  filesAreShort,
  functionsAreShort,
  linesAreShort,
  parametersAreFew,
  modules.nothingIsExportedByDefault,
  modules.exportsAreConstant,
  modules.thereAreNoBarrels,
  modules.nothingIsAny,
  modules.errorsAreCaughtAtTheEdge,
  modules.environmentIsReadInMain,
  modules.oneFileWritesToTerminals,
  modules.textIsNeverMarkup,
  modules.builtinsCarryTheirPrefix,
  wording.namesAreKebabCase,
  wording.foldersAreNouns,
  wording.nothingIsLeftForLater,
  wording.commentsNameTheActor,
  wording.namesAreOfTheField,
  wording.textsNameTheActor,
  wording.titlesNameTheActor,
  wording.typesAreNamedForWhatTheyAre,
  wording.nothingIsCalledPlace,
  retriesAreDecidedInOnePlace,
  noTestIsLeftOut,
  titlesAreUnique,
  waitsNameTheirBound,
  kindsOfQuestionsStayInTheirTable,
];

test('the rules see the source', () => {
  expect(sources.map(({ path }) => path)).toContain('tests/architecture/tree.test.ts');
  expect(sources.some(({ path }) => path.startsWith('src/'))).toBe(true);
});

test.each(RULES.map((rule) => [rule.claim, rule] as const))('%s', (_claim, { check }) => {
  expect(sources.flatMap(check)).toEqual([]);
});

test('no text of the project names a home folder', () => {
  expect(
    paths.filter((path) => TEXT.test(path)).flatMap((path) => wording.findHomePaths(path, readText(path))),
  ).toEqual([]);
});
