import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';
import type { PlanState } from '../../src/domain/run/plan/plan-state.ts';
import { planText } from '../samples/plan-text.ts';
import { soundPlan } from '../samples/sound-plan.ts';
import type { Dice } from './dice.ts';

const MOST_TASKS = 5;
/** More agents than a plan has that is designed by one alone. */
const MANY_DOERS = 6;

/** A plan without a finding. */
export function randomPlan(dice: Dice, isLarge = false): Plan {
  const size = isLarge ? MANY_DOERS : dice.between(1, MOST_TASKS);
  const needs = Array.from({ length: size }, (_, n) =>
    n === 0 ? [] : Array.from({ length: dice.between(0, 2) }, () => dice.between(0, n - 1)),
  );
  return soundPlan({
    needs,
    doers: isLarge ? MANY_DOERS : dice.between(1, 3),
    verifiers: dice.between(1, 2),
    hasFiles: true,
    hasGroup: false,
  });
}

type Change = 'reword' | 'add' | 'drop' | 'unsound';
const CHANGES: Readonly<Record<Change, number>> = { reword: 4, add: 3, drop: 3, unsound: 1 };

/** The text of another version of a plan that runs; what the run opened itself is in no file. */
export function changedText(dice: Dice, { plan, state }: Readonly<{ plan: Plan; state: PlanState }>): string {
  const own = withTasks(
    plan,
    plan.tasks.filter(({ id }) => !state.opened.includes(id)),
  );
  return planText(CHANGE[dice.weigh<Change>(CHANGES)](dice, own));
}

const CHANGE: Readonly<Record<Change, (dice: Dice, plan: Plan) => Plan>> = {
  reword(dice, plan) {
    const { id } = dice.pick(plan.tasks);
    const word = ` Mind what was said in ${dice.hex(6)}.`;
    return mapTasks(plan, (task) =>
      task.id === id ? { ...task, instructions: `${task.instructions}${word}` } : task,
    );
  },
  add(dice, plan) {
    const like = dice.pick(plan.tasks);
    const id = `part_${dice.hex(6).replace(/[^0-9a-f]/g, '')}_1727539200`;
    const role = dice.chance(0.5) ? like.role : `agent_${dice.between(6, 9)}`;
    const file = `agents/${role}/task_output/${id}.md`;
    const outputs = [{ path: file, format: 'Markdown' }];
    const criteria = [{ text: 'Every number has a source', command: null, file }];
    const added: PlanTask = { ...like, id, role, inputs: [], dependencies: [], outputs, criteria };
    return withTasks(plan, [...plan.tasks, added]);
  },
  drop(dice, plan) {
    const needed = new Set(plan.tasks.flatMap(({ dependencies }) => dependencies));
    const free = plan.tasks.filter(({ id }) => !needed.has(id));
    const { id } = dice.pick(free);
    return withTasks(
      plan,
      plan.tasks.filter((task) => task.id !== id),
    );
  },
  unsound: (_, plan) => mapTasks(plan, (task) => ({ ...task, dependencies: [task.id] })),
};

const mapTasks = (plan: Plan, change: (task: PlanTask) => PlanTask): Plan => ({
  ...plan,
  tasks: plan.tasks.map(change),
});

/** With the agents and checkpoints that these tasks need, and no other. */
function withTasks(plan: Plan, tasks: readonly PlanTask[]): Plan {
  const personaOf = (role: string, persona: string) => ({
    role,
    persona: plan.agents.find((agent) => agent.role === role)?.persona ?? persona,
  });
  const doers = [...new Set(tasks.map(({ role }) => role))].map((role) => personaOf(role, 'developer'));
  const checkers = [...new Set(tasks.map(({ verifier }) => verifier))];
  const [checkpoint] = plan.checkpoints;
  return {
    ...plan,
    tasks,
    agents: [...doers, ...checkers.map((role) => personaOf(role, 'verifier'))],
    checkpoints: tasks.flatMap(({ id }) => (checkpoint ? { ...checkpoint, after: id } : [])),
  };
}
