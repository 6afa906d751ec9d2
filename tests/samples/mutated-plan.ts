import type { RuleName } from '../../src/domain/plan/check/check-plan.ts';
import type { PlanFacts } from '../../src/domain/plan/check/finding.ts';
import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';
import { SOUND_FACTS } from './sound-plan.ts';

/** A plan with one fault, and the facts that it is checked against. */
export type Mutant = Readonly<{ plan: Plan; facts: PlanFacts }>;
/** Null where the plan has no place for such a fault. `n` picks the place. */
type Mutation = (plan: Plan, n: number) => Mutant | null;

const faulty = (plan: Plan, facts: Partial<PlanFacts> = {}): Mutant => ({
  plan,
  facts: { ...SOUND_FACTS, ...facts },
});

const at = (plan: Plan, n: number): number => n % plan.tasks.length;

function changed(plan: Plan, n: number, change: (task: PlanTask) => Partial<PlanTask>): Plan {
  const tasks = plan.tasks.map((task, index) =>
    index === at(plan, n) ? { ...task, ...change(task) } : task,
  );
  return { ...plan, tasks };
}

/** Changes the first task, from the picked one on, that has what it takes. */
function changedWhere(
  plan: Plan,
  { n, has }: Readonly<{ n: number; has: (task: PlanTask) => boolean }>,
  change: (task: PlanTask) => Partial<PlanTask>,
): Mutant | null {
  const order = plan.tasks.map((_, index) => at(plan, n + index));
  const found = order.find((index) => has(plan.tasks[index] as PlanTask));
  return found === undefined ? null : faulty(changed(plan, found, change));
}

const readsSome = ({ inputs }: PlanTask): boolean => inputs.length > 0;
const waits = ({ dependencies }: PlanTask): boolean => dependencies.length > 0;

/** One fault for each rule. */
export const MUTATIONS: Readonly<Record<RuleName, Mutation>> = {
  'task-count': (plan) => faulty({ ...plan, tasks: [] }),
  'task-id': (plan, n) => faulty(changed(plan, n, ({ id }) => ({ id: `../${id}` }))),
  'duplicate-task-id': (plan, n) =>
    plan.tasks.length < 2
      ? null
      : faulty(changed(plan, n, () => ({ id: plan.tasks[at(plan, n + 1)]?.id ?? '' }))),
  instructions: (plan, n) => faulty(changed(plan, n, () => ({ instructions: 'Make it work.' }))),
  'success-criteria': (plan, n) => faulty(changed(plan, n, () => ({ criteria: [] }))),
  'file-path': (plan, n) =>
    faulty(changed(plan, n, ({ outputs }) => ({ outputs: [...outputs, { path: '../x', format: 'text' }] }))),
  'file-without-writer': (plan, n) =>
    faulty(
      changed(plan, n, ({ inputs }) => ({ inputs: [...inputs, { path: 'docs/missing.md', format: null }] })),
    ),
  'file-with-two-writers': (plan, n) =>
    faulty(changed(plan, n, ({ outputs }) => ({ outputs: [...outputs, ...outputs] }))),
  'file-read-too-early': (plan, n) => changedWhere(plan, { n, has: readsSome }, () => ({ dependencies: [] })),
  'file-format': (plan, n) =>
    changedWhere(plan, { n, has: readsSome }, ({ inputs }) => ({
      inputs: inputs.map(({ path }) => ({ path, format: 'PDF' })),
    })),
  'file-cycle': (plan, n) => turnedRound(plan, n),
  'unknown-dependency': (plan, n) =>
    faulty(changed(plan, n, ({ dependencies }) => ({ dependencies: [...dependencies, 'gone_1727539200'] }))),
  'dependency-cycle': (plan) => {
    const last = plan.tasks.findLast(waits);
    const first = plan.tasks.findIndex(({ id }) => last?.dependencies.includes(id));
    if (last === undefined || first < 0) return null;
    return faulty(changed(plan, first, ({ dependencies }) => ({ dependencies: [...dependencies, last.id] })));
  },
  'parallel-group': (plan, n) => {
    const task = plan.tasks.find(waits);
    const [need] = task?.dependencies ?? [];
    const group = task === undefined || need === undefined ? ['gone_1727539200'] : [need, task.id];
    return faulty({ ...plan, parallelGroups: n % 2 === 0 ? [group] : [...plan.parallelGroups, group] });
  },
  'handoff-without-checkpoint': (plan) => {
    const roleOf = (id: string) => plan.tasks.find((task) => task.id === id)?.role;
    const isHandedOver = plan.tasks.some(({ role, dependencies }) =>
      dependencies.some((id) => roleOf(id) !== role),
    );
    return isHandedOver ? faulty({ ...plan, checkpoints: [] }) : null;
  },
  'unknown-checkpoint': (plan) =>
    faulty({ ...plan, checkpoints: plan.checkpoints.map((one) => ({ ...one, after: `${one.after}0` })) }),
  'failure-modes': (plan, n) =>
    faulty({
      ...plan,
      checkpoints: plan.checkpoints.map((one, index) =>
        index === n % plan.checkpoints.length ? { ...one, failureModes: [] } : one,
      ),
    }),
  roster: (plan, n) => faulty(changed(plan, n, () => ({ role: 'stranger' }))),
  verifier: (plan, n) => faulty(changed(plan, n, ({ role }) => ({ verifier: role }))),
  persona: (plan, n) =>
    faulty({
      ...plan,
      agents: plan.agents.map((agent, index) =>
        index === n % plan.agents.length ? { ...agent, persona: 'nobody' } : agent,
      ),
    }),
  escalation: (plan, n) => faulty(changed(plan, n, () => ({ escalation: ['user', 'workflow_architect'] }))),
  'critical-path': (plan, n) =>
    n % 2 === 0 ? faulty({ ...plan, timeoutMs: 30_000 }) : faulty(plan, { limitMs: 30_000 }),
};

/** A writer reads what its reader writes. */
function turnedRound(plan: Plan, n: number): Mutant | null {
  const order = plan.tasks.map((_, index) => plan.tasks[at(plan, n + index)]);
  const reader = order.find((task) => task !== undefined && readsSome(task));
  const read = reader?.inputs[0]?.path;
  const writer = plan.tasks.findIndex(({ outputs }) => outputs.some(({ path }) => path === read));
  if (reader === undefined || writer < 0) return null;
  return faulty(changed(plan, writer, ({ inputs }) => ({ inputs: [...inputs, ...reader.outputs] })));
}
