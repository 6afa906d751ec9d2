import type { RunOrder } from '../../domain/run/program.ts';
import { noteOf } from '../draft.ts';
import type { RunDraft } from './run-draft.ts';

type TaskOrder = Extract<RunOrder, { is: 'run-criteria' | 'record-round' | 'record-output' }>;

/** Turns an order about a task of a plan into its row. */
export function applyTaskOrder(draft: RunDraft, order: TaskOrder): void {
  const { at } = draft;
  const { id: runId } = draft.run;
  switch (order.is) {
    case 'run-criteria': {
      const { task: taskId, number } = order;
      const check = { runId, taskId, number, commit: null, results: [], startedAt: at, endedAt: null };
      draft.writes.push({ kind: 'add-task-check', check, journal: noteOf(draft, taskId) });
      return;
    }
    case 'record-round': {
      const { is: _, ...round } = order;
      const note = `${round.taskId}: ${round.verdict} by ${round.verifier}, round ${round.number}`;
      draft.writes.push({
        kind: 'add-task-round',
        round: { ...round, runId, at },
        journal: noteOf(draft, note),
      });
      return;
    }
    case 'record-output': {
      const { is: _, ...output } = order;
      const note = `${output.path}, version ${output.version}, of ${output.taskId}`;
      const row = { ...output, runId, verifiedAt: at };
      draft.writes.push({ kind: 'add-task-output', output: row, journal: noteOf(draft, note) });
    }
  }
}
