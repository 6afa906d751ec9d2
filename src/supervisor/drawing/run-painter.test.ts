import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../tests/samples/plan.ts';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec } from '../../../tests/store/rows.ts';
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
  const drawings = { drawRunLog: async () => undefined } as Partial<RoundDeps['drawings']>;
  const paint = createRunPainter(
    roundDeps({ store, planFolders, drawings: drawings as RoundDeps['drawings'], clock: { now: () => now } }),
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

test('every role of a run has an inbox file, and the run a log', async () => {
  const run = aRun({ id: '17', state: 'running' });
  const session = aSession({ id: '17-researcher', runId: '17', role: 'researcher' });
  const store = new OracleStore();
  await store.commit([
    { kind: 'add-run', run, memory: aMemory(), journal: aNote() },
    { kind: 'add-session', session, spec: aSpec(), journal: aNote() },
  ]);
  const drawn = new Map<string, string>();
  const drawings = {
    drawRun: async (_runId: string, path: string, text: string) => void drawn.set(path, text),
    drawRunLog: async (runId: string, text: string) => void drawn.set(`logs/${runId}.log`, text),
  } as Partial<RoundDeps['drawings']> as RoundDeps['drawings'];
  await createRunPainter(roundDeps({ store, drawings }), createInboxNews())(run);
  expect(JSON.parse(drawn.get('messages/inbox/researcher.json') ?? '')).toMatchObject({ messages: [] });
  expect(drawn.get('logs/17.log')).toContain('17-researcher: created');
});
