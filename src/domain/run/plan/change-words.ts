import type { Plan, PlanTask } from '../../plan/plan.ts';
import { isSameWork } from './compare-plans.ts';
import { type PlanMove, progressOfTask } from './plan-state.ts';
import { workText } from './words.ts';

/** For an agent that is at work on a task whose words have changed. */
export const changedText = (plan: Plan, task: PlanTask): string =>
  [
    'The plan has changed, and with it your task. Go on from what you have; from now on this counts:',
    workText(plan, task),
  ].join('\n\n');

export const doneBeforeText = ({ id }: PlanTask): string =>
  `${id} was verified before, with other words. Go on from what is on your branch.`;

/** What a new version does, task by task. */
export function changesText({ plan, state }: Pick<PlanMove, 'plan' | 'state'>, next: Plan): string {
  const added = next.tasks.filter(({ id }) => !plan.tasks.some((task) => task.id === id));
  const gone = plan.tasks.filter(({ id }) => !next.tasks.some((task) => task.id === id));
  const changed = next.tasks.filter((task) => {
    const old = plan.tasks.find(({ id }) => id === task.id);
    return old !== undefined && JSON.stringify(old) !== JSON.stringify(task);
  });
  const lineOf = (task: PlanTask): string => {
    const old = plan.tasks.find(({ id }) => id === task.id) ?? task;
    const what = isSameWork(old, task) ? 'its place in the plan' : 'its work';
    return `- changed: ${task.id} (${progressOfTask(state, task).status}), ${what}: ${task.instructions}`;
  };
  return [
    ...added.map((task) => `- new: ${task.id} (${task.role}): ${task.instructions}`),
    ...gone.map((task) => `- out: ${task.id} (${progressOfTask(state, task).status})`),
    ...changed.map(lineOf),
  ].join('\n');
}

type Changing = Readonly<{ plan: Plan; changes: string }>;

/** What the design verifier reads. */
export const verifyChangeText = ({ plan, changes }: Changing): string =>
  [
    `The plan "${plan.name}" is to change while it runs: ${plan.goal}`,
    `What changes:\n${changes}`,
    `All tasks as they would be:\n${plan.tasks.map(taskLine).join('\n')}`,
    'The checker found nothing. Judge what it cannot: gaps, order, files that lack what their readers need.',
    'Send one message of type review: approved, changes with a finding for each, or blocked.',
  ].join('\n\n');

const taskLine = ({ id, role, verifier, dependencies, instructions }: PlanTask): string =>
  `- ${id} (${role}, ${verifier}), after ${dependencies.join(', ') || 'nothing'}: ${instructions}`;

export const CHANGE_NUDGE =
  'Your turn ended, but the run waits for your verdict on the new version. Send one message of type review.';

export const approvalText = (changes: string, why: string | null): string =>
  [
    'The plan is to change while it runs.',
    changes,
    ...(why === null ? [] : [why]),
    'Tasks that it does not touch work on meanwhile.',
  ].join('\n');

export const refusedText = (why: string): string =>
  `The new version of the plan does not count: ${why}\nMend it, then: swarm plan change plan.yaml`;
