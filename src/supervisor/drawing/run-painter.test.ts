import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../tests/samples/plan.ts';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote, aRun } from '../../../tests/store/rows.ts';
import { planProgram } from '../../domain/run/plan/plan-program.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import type { Run } from '../../domain/run/run.ts';
import type { RoundDeps } from '../deps.ts';
import { createInboxNews } from '../run/inbox-news.ts';
import { createRunPainter } from './run-painter.ts';

async function stage() {
  const definition = definePlan(aPlan([aTask({ id: 'make_1727539200', role: 'maker' })]));
  const { state } = planProgram(definition).start('a goal');
  const run = aRun({ id: '17', state: 'running' });
  const store = new OracleStore();
  await store.commit([{ kind: 'add-run', run, memory: { definition, state }, journal: aNote() }]);
  let now = 100_000;
  let statuses = 0;
  const drawRun = async (_runId: string, path: string): Promise<void> => {
    if (path === 'shared_status.json') statuses += 1;
  };
  const planFolders = { drawRun } as Partial<RoundDeps['planFolders']> as RoundDeps['planFolders'];
  const paint = createRunPainter(
    roundDeps({ store, planFolders, clock: { now: () => now } }),
    createInboxNews(),
  );
  return {
    after: (ms: number, change: Partial<Run>) => {
      now += ms;
      return paint({ ...run, ...change });
    },
    statuses: () => statuses,
  };
}

test('the status of a plan is drawn once for the turns of a second, and the last is due', async () => {
  const { after, statuses } = await stage();
  expect(await after(0, { round: 1 })).toBe(null);
  expect(await after(10, { round: 2 })).toBe(101_000);
  expect(await after(10, { round: 3 })).toBe(101_000);
  expect(statuses()).toBe(1);
  expect(await after(980, { round: 3 })).toBe(null);
  expect(statuses()).toBe(2);
});

test('a new state of a plan is drawn at once', async () => {
  const { after, statuses } = await stage();
  await after(0, {});
  await after(1, { state: 'waiting' });
  expect(statuses()).toBe(2);
});
