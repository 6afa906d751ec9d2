import { expect, test } from 'vitest';
import { hasTitle, planTest, type TestWorld } from '../../scripts/test-plan.mjs';

const world = (changed: readonly string[] = []): TestWorld => ({
  isThere: (path) => ['src/domain/run', 'src/domain/run/run.ts', 'tests/e2e/merge.test.ts'].includes(path),
  testFiles: ['tests/e2e/merge.test.ts', 'src/domain/run/run.test.ts'],
  filesWith: () => ['tests/e2e/merge.test.ts'],
  changed: () => ({ base: 'main', paths: changed }),
});
const plan = (...words: string[]) => planTest(words, world());
const changed = (...paths: string[]) =>
  planTest(['--changed'], world(paths)).runs.map((words) => words.join(' '));

test('without words everything is checked, and --all adds the long suites', () => {
  const checks = ['build', 'type check', 'lint'];
  expect(plan()).toMatchObject({ checks, runs: [['run']], isLong: false });
  expect(plan('--all')).toMatchObject({ checks, runs: [['run']], isLong: true });
});

test('a path or a part of one runs just those files, with no other check', () => {
  expect(plan('./tests/e2e/merge.test.ts')).toMatchObject({
    checks: [],
    runs: [['run', 'tests/e2e/merge.test.ts']],
    isLong: false,
  });
  expect(plan('merge').runs).toEqual([['run', 'merge']]);
  expect(plan('src/domain/run').runs).toEqual([['run', 'src/domain/run']]);
});

test('a source file runs the tests that need it', () => {
  expect(plan('src/domain/run/run.ts').runs).toEqual([
    'related --run --project unit --project store --project runtime src/domain/run/run.ts'.split(' '),
  ]);
});

test('what names no file is part of a title, and the files that hold it are run', () => {
  expect(plan('a question is asked').runs).toEqual([
    ['run', 'tests/e2e/merge.test.ts', '-t', 'a question is asked'],
  ]);
  expect(plan('merge', 'twice', 'over').runs).toEqual([['run', 'merge', '-t', 'twice over']]);
});

test('a word that no file holds runs nothing', () => {
  const nowhere = { ...world(), filesWith: () => [] };
  expect(planTest(['no such title'], nowhere)).toMatchObject({ checks: [], runs: [], isLong: false });
});

test('flags of vitest go on to it, with their values', () => {
  expect(plan('merge', '-t', 'merge', '--bail=1').runs).toEqual([
    ['run', 'merge', '-t', 'merge', '--bail=1'],
  ]);
  expect(plan('--project', 'e2e').runs).toEqual([['run', '--project', 'e2e']]);
});

test('--quick builds and plays the demo, and runs no suite that starts programs', () => {
  const { checks, runs, needs } = plan('--quick');
  expect(checks).toEqual(['build', 'demo', 'type check', 'lint']);
  expect(Object.values(needs)).not.toContain(true);
  expect(runs.flat()).toContain('unit');
  expect(runs.flat()).not.toContain('e2e');
  expect(runs.flat()).toEqual(expect.arrayContaining(['**/postgres*.test.ts', '**/oracle.test.ts']));
});

test('a change of the program runs what imports it, and everything that starts it', () => {
  expect(changed('src/domain/run/run.ts')).toEqual([
    'run --project unit tests/architecture',
    `run --changed=main --passWithNoTests ${'unit store simulation runtime'.replace(/\w+/g, '--project $&')}`,
    'run --project e2e --project web --project claude',
  ]);
});

test('a changed test runs itself, and a changed text only the rules about the tree', () => {
  expect(changed('tests/e2e/merge.test.ts').at(-1)).toBe(
    'run --changed=main --passWithNoTests --project e2e --project web --project claude',
  );
  expect(changed('docs/STYLE.md')).toEqual(['run --project unit tests/architecture']);
  expect(changed('workflows/research.yaml').at(-1)).toBe('run --project e2e --project web --project claude');
});

test('a pattern for titles is seen, short and long', () => {
  expect(['-t', '--testNamePattern=a'].map((word) => hasTitle([word]))).toEqual([true, true]);
  expect(hasTitle(['run', 'merge'])).toBe(false);
});
