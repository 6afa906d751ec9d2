import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../../tests/samples/plan.ts';
import { listArchived } from './archived.ts';
import { planProgram } from './plan-program.ts';
import { listHanded, listMerged, type PlanSight, taskInHand, tasksInHand } from './plan-sight.ts';
import { definePlan, type PlanState, type TaskProgress } from './plan-state.ts';

const SCHEMA = { path: 'agents/maker/task_output/schema.sql', format: null };
const CODE = { path: 'src/table.ts', format: null };
const make = aTask({ id: 'make_1727539200', role: 'maker', outputs: [SCHEMA, CODE] });
const more = aTask({ id: 'more_1727539200', role: 'maker' });
const use = aTask({
  id: 'use_1727539200',
  role: 'user_agent',
  inputs: [SCHEMA, CODE],
  dependencies: [make.id],
});
const plan = aPlan([make, more, use]);

type Progress = Readonly<Record<string, Partial<TaskProgress>>>;

function sight(progress: Progress, change: Partial<PlanState> = {}): PlanSight {
  const { state } = planProgram(definePlan(plan)).start(plan.goal);
  const fresh = (state as PlanState).tasks[make.id];
  const tasks = Object.entries(progress).map(([id, one]) => [id, { ...fresh, round: null, ...one }]);
  return { plan, state: { ...(state as PlanState), tasks: Object.fromEntries(tasks), ...change } };
}

test('a role has in hand what it does, or what it verifies, also while it is blocked', () => {
  const role = (name: string, progress: Progress) => taskInHand(sight(progress), name)?.task.id ?? null;
  expect(role('maker', { [make.id]: { status: 'working' } })).toBe(make.id);
  expect(role('maker', { [make.id]: { status: 'blocked', before: 'working' } })).toBe(make.id);
  expect(role('maker', { [make.id]: { status: 'verified' }, [more.id]: { status: 'working' } })).toBe(
    more.id,
  );
  expect(role('maker', { [make.id]: { status: 'verified' } })).toBeNull();
  const confirmed = { [make.id]: { status: 'ready_for_verification', round: 7 } } as const;
  expect(role('maker', { ...confirmed, [more.id]: { status: 'working', round: 6 } })).toBe(more.id);
  expect(role('checker', { [make.id]: { status: 'ready_for_verification', round: 4 } })).toBe(make.id);
  expect(role('checker', { [make.id]: { status: 'ready_for_verification' } })).toBeNull();
});

test('only what verified tasks wrote into the folder of the plan is handed on', () => {
  const working = { [use.id]: { status: 'working' } } as const;
  expect(listHanded(sight({ ...working, [make.id]: { status: 'working' } }), 'user_agent')).toEqual([]);
  const verified = sight({ ...working, [make.id]: { status: 'verified' } });
  expect(listHanded(verified, 'user_agent')).toEqual([SCHEMA.path]);
  expect(listMerged(verified, use).map(({ id }) => id)).toEqual([make.id]);
});

test('a verifier is handed what it verifies before it is verified', () => {
  const looking = sight({ [make.id]: { status: 'ready_for_verification', round: 3 } });
  expect(listHanded(looking, 'checker')).toEqual([SCHEMA.path]);
});

test('the notes of a task are put away when its role goes on, or when the run is over', () => {
  const done = { status: 'verified', firstRound: 1 } as const;
  const ids = (one: PlanSight) => listArchived(one).map(({ id }) => id);
  expect(ids(sight({ [make.id]: done }))).toEqual([]);
  expect(ids(sight({ [make.id]: done, [more.id]: { status: 'working', firstRound: 5 } }))).toEqual([make.id]);
  expect(ids(sight({ [make.id]: done }, { ended: { success: true, why: '' } }))).toEqual([make.id]);
});

test('all that is in hand is found at once: the first task of each role in the order of the plan', () => {
  const seen = sight({
    [make.id]: { status: 'ready_for_verification', round: 3 },
    [more.id]: { status: 'working' },
    [use.id]: { status: 'verified' },
  });
  const found = [...tasksInHand(seen)].map(([role, { task, isDoer }]) => [role, task.id, isDoer]);
  expect(found).toEqual([
    ['maker', make.id, true],
    [make.verifier, make.id, false],
  ]);
});
