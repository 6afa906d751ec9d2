import { describe, expect, test } from 'vitest';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import type { TaskCheck, TaskOutput, TaskRound } from '../../domain/plan/verification.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const journal = aNote('a task');
const check: TaskCheck = {
  runId: 'r1',
  taskId: 'table_1',
  number: 1,
  commit: null,
  results: [],
  startedAt: T0,
  endedAt: null,
};
const result = {
  text: 'it runs',
  command: 'make',
  file: null,
  is: 'red',
  output: 'it ended with 2',
} as const;
const ended: TaskCheck = { ...check, commit: 'abc', results: [result], endedAt: T0 + 5 };
const round: TaskRound = {
  runId: 'r1',
  taskId: 'table_1',
  number: 1,
  isConfirmation: true,
  verifier: 'checker',
  verdict: 'changes',
  findings: [{ about: 'a.md', text: 'no source' }],
  summary: 'nearly',
  commit: 'abc',
  at: T0,
};
const output: TaskOutput = {
  runId: 'r1',
  taskId: 'table_1',
  path: 'a.md',
  version: 1,
  hash: 'h1',
  verifiedAt: T0,
};

export function describeTasks(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('tasks of plans', () => {
    test('a look at a task comes back with every field, and ends once', async () => {
      await save({ kind: 'add-task-check', check, journal });
      expect(await on.other.listTaskChecks({ runId: 'r1', isOpen: true })).toEqual([check]);
      const step: Write = { kind: 'step-task-check', from: check, to: ended, journal };
      await save(step);
      expect(await on.other.commit([step])).toEqual(STALE);
      expect(await on.other.listTaskChecks({ runId: 'r1' })).toEqual([ended]);
      expect(await on.other.listTaskChecks({ runId: 'r1', isOpen: true })).toEqual([]);
      expect(await on.other.commit([{ kind: 'add-task-check', check, journal }])).toEqual(
        duplicateOf('task-check'),
      );
    });

    test('rounds and versions of files come back in their order, and are written once', async () => {
      const later = { ...output, version: 2, hash: 'h2' };
      await save(
        { kind: 'add-task-round', round, journal },
        { kind: 'add-task-output', output: later, journal },
        { kind: 'add-task-output', output, journal },
      );
      expect(await on.other.listTaskRounds('r1')).toEqual([round]);
      expect(await on.other.listTaskOutputs('r1')).toEqual([output, later]);
      expect(await on.other.commit([{ kind: 'add-task-round', round, journal }])).toEqual(
        duplicateOf('task-round'),
      );
      expect(await on.other.commit([{ kind: 'add-task-output', output, journal }])).toEqual(
        duplicateOf('task-output'),
      );
    });
  });
}
