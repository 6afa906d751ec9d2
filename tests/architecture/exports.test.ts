import { expect, test } from 'vitest';
import { listUnusedExports } from './exports.ts';
import { parseSource } from './source-file.ts';
import { sources } from './tree.ts';

/** Exports that src itself does not need, and why they are there. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  runCli: 'cli.ts loads it from the bundle, by name',
  AgentReplyAnswer: 'the end-to-end tests hold what agents are told to it',
  ErrorAnswer: 'the end-to-end tests hold refusals to it',
  renderVerbPage: 'scripts/verb-pages.mjs draws docs/JSON.md with it',
  RUN_ERROR_CAUSES: 'tests go through every row of the table',
  NO_LIMITS: 'tests of budgets begin from it',
  plus: 'the simulation and the oracle of the store keep their own accounts with it',
  LOOP_STATES: 'tests go through every row of the machine',
  SCHEDULE_STATES: 'tests go through every row of the machine',
  WORK_STATES: 'tests go through every row of the machine',
};

test('every export is needed by src itself', () => {
  const unused = listUnusedExports(sources).filter(({ name }) => !(name in EXCEPTIONS));
  expect(unused).toEqual([]);
});

const parsed = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseSource(path, text));

test('an export that only a test or its own declaration names is unused', () => {
  const files = parsed({
    'src/a.ts': 'export const lone = 1;\nexport const own = 2;\nconst a = own;',
    'src/a.test.ts': "import { lone } from './a.ts';",
  });
  expect(listUnusedExports(files)).toEqual([{ path: 'src/a.ts', name: 'lone' }]);
});

test('an import, a passing on and a dynamic import are uses', () => {
  const files = parsed({
    'src/a.ts': 'export const one = 1;\nexport type Two = 2;\nexport function three() {}',
    'src/b.ts': "import { one } from './a.ts';\nexport type { Two } from './a.ts';",
    'src/c.ts': "const load = async () => (await import('./a.ts')).three();",
  });
  expect(listUnusedExports(files).filter(({ path }) => path === 'src/a.ts')).toEqual([]);
});
