import { expect, test } from 'vitest';
import { planOf } from '../../../tests/samples/plan.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aRun, T0 } from '../../../tests/store/rows.ts';
import { planProgram } from '../../domain/run/plan/plan-program.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import { stepRun } from '../../domain/run/run.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { unwrap } from '../draft.ts';
import { guardOnePlan } from './one-plan.ts';
import type { Plans } from './plan-deps.ts';

const journal = { at: T0, by: 'tester', note: '' };
const definition = definePlan(planOf([[]]));
const { state } = planProgram(definition).start('A report');

const startOf = (id: string): Write => ({
  kind: 'add-run',
  run: aRun({ id, state: 'running' }),
  memory: { definition, state },
  journal,
});

function guarded(store: OracleStore, isOne: boolean) {
  const plans = { isOnePlan: async () => isOne, folderOf: async () => 'orchestration' } as unknown as Plans;
  const clock = { now: () => T0 } as VerbDeps['clock'];
  return guardOnePlan({ store, plans, clock }, 'report');
}

test('of two that start a plan at one instant in the folder of one plan, the second is refused', async () => {
  const store = new OracleStore();
  const guard = guarded(store, true);
  for (const [first, second] of [
    ['1', '2'],
    ['3', '4'],
  ] as const) {
    const [one, other] = [unwrap(await guard()), unwrap(await guard())];
    expect((await store.commit([startOf(first), ...one])).saved).toBe(true);
    expect((await store.commit([startOf(second), ...other])).saved).toBe(false);
    expect(await guard()).toMatchObject({ ok: false, refusal: { code: 'plan-running', runId: first } });
    const running = await store.findRun(first);
    const killed = unwrap(stepRun(running ?? aRun({}), 'kill', { at: T0 }));
    await store.commit([{ kind: 'step-run', step: killed, memory: null, journal }]);
  }
});

test('where each plan has a folder of its own, any number of them starts', async () => {
  const store = new OracleStore();
  const guard = guarded(store, false);
  for (const id of ['1', '2'])
    expect((await store.commit([startOf(id), ...unwrap(await guard())])).saved).toBe(true);
});
