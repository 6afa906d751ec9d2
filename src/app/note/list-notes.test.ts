import { expect, test } from 'vitest';
import { planOf } from '../../../tests/samples/plan.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aRun, T0 } from '../../../tests/store/rows.ts';
import { openNote } from '../../domain/note/note.ts';
import { planProgram } from '../../domain/run/plan/plan-program.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import type { AppDeps } from '../deps.ts';
import { listNotesVerb } from './list-notes.ts';

const journal = { at: T0, by: 'tester', note: '' };

/** Two runs of one plan, with a note each. */
async function stage(): Promise<OracleStore> {
  const store = new OracleStore();
  const definition = definePlan(planOf([[]]));
  const { state } = planProgram(definition).start('a report');
  for (const [index, id] of ['17', '18'].entries()) {
    const run = aRun({ id, workflow: definition.name, createdAt: T0 + index });
    const words = { taskId: null, number: 1, description: `of ${id}`, context: '', createdAt: T0 };
    const note = openNote({ sessionId: `s-${id}`, runId: id, ...words });
    await store.commit([
      { kind: 'add-run', run, memory: { definition, state }, journal },
      { kind: 'add-completion-note', note, journal },
    ]);
  }
  return store;
}

test('the name of a plan stands for its newest run, and a name that is nothing is refused', async () => {
  const store = await stage();
  const list = (name: string) => listNotesVerb.run({ store } as unknown as AppDeps, { name, open: true });
  expect(await list('report')).toMatchObject({ ok: true, value: [{ description: 'of 18' }] });
  expect(await list('17')).toMatchObject({ ok: true, value: [{ description: 'of 17' }] });
  expect(await list('reports')).toMatchObject({ ok: false });
});
