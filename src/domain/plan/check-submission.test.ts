import { expect, test } from 'vitest';
import { planOf } from '../../../tests/samples/plan.ts';
import { fileResult, findUncommitted, findUnnoted, type SeenWork } from './check-submission.ts';
import type { PlanTask } from './plan.ts';

const [plain] = planOf([[]]).tasks;
const task: PlanTask = {
  ...(plain as PlanTask),
  outputs: [{ path: 'docs/', format: null }],
  criteria: [{ text: 'it is told', command: null, file: 'depth.txt' }],
};
const seen = (more: Partial<SeenWork> = {}): SeenWork => ({
  isOnBranch: true,
  changed: [],
  untracked: [],
  hashes: new Map(),
  ...more,
});

test.each([
  ['nothing is left', {}, null],
  ['another branch is checked out', { isOnBranch: false }, 'Your folder does not have your branch'],
  ['a file was changed', { changed: ['src/a.ts'] }, 'Not committed: src/a.ts'],
  [
    'an output was forgotten',
    { untracked: ['docs/a.md', 'depth.txt'] },
    'Not committed: docs/a.md, depth.txt',
  ],
  ['a build left something', { untracked: ['coverage/index.html'] }, null],
] as const)('work that is committed: %s', (_, more, output) => {
  const found = findUncommitted(task, seen(more));
  expect(found === null ? null : found.output).toEqual(
    output === null ? null : expect.stringContaining(output),
  );
});

test('a long list is cut, and says how much is missing', () => {
  const changed = Array.from({ length: 25 }, (_, n) => `f${n}`);
  expect(findUncommitted(task, seen({ changed }))?.output).toMatch(/f19 and 5 more$/);
});

test('a file that a criterion names is there, or it is not', () => {
  const criterion = { text: 'it is told', command: null, file: 'depth.txt' };
  expect(fileResult(criterion, seen({ hashes: new Map([['depth.txt', 'h']]) }))).toMatchObject({
    is: 'green',
  });
  expect(fileResult(criterion, seen({ hashes: new Map([['depth.txt', null]]) }))).toMatchObject({
    is: 'red',
    output: expect.stringContaining('depth.txt'),
  });
});

test('notes that were not taken in, or are not settled, keep a task from its verifier', () => {
  const bad = { noteId: 'note_002', problem: 'status: expected one of …', remedy: 'mend this field' };
  const whole = { noteId: null, problem: 'it is not JSON', remedy: 'write one JSON object' };
  const look = (problems: readonly (typeof bad | typeof whole)[], unsettled: string | null) =>
    findUnnoted({ file: 'session_current.json', problems, unsettled });
  expect(look([], null)).toBeNull();
  expect(look([bad, whole], null)).toMatchObject({
    is: 'red',
    output: [
      'session_current.json:',
      'note_002: status: expected one of … (mend this field)',
      'it is not JSON (write one JSON object)',
    ].join('\n'),
  });
  expect(look([], 'note_001 is open')?.output).toBe('note_001 is open');
});
