import type { PlanTask } from '../../../plan/plan.ts';
import { ownValue } from '../../workflow/state.ts';
import { ordering, type PlanMove, progressOfTask } from '../plan-state.ts';
import { giveRoleTurn, isComplete } from '../schedule.ts';
import { taskOf } from '../task-at-work.ts';
import { noteChange } from '../verified.ts';
import type { Escalation, NoteMatter } from './escalation.ts';
import { lateText } from './words.ts';

/**
 * What was escalated after its task was verified has its answer: the task is stale until its verifier has
 * confirmed it with what was decided.
 */
export function tellLate(move: PlanMove, escalation: Escalation, task: PlanTask | undefined): PlanMove {
  const stale =
    task === undefined ? move : escalation.notes.reduce((so, note) => decide(so, task, note), move);
  const { role } = escalation;
  // The answer changes nothing any more.
  if (isComplete(stale) || ownValue(stale.state.roles, role) !== 'open') return stale;
  return tellRole(stale, escalation, lateText(escalation));
}

const decide = (move: PlanMove, task: PlanTask, { description, resolution }: NoteMatter): PlanMove =>
  noteChange(move, task, { task: task.id, decision: `${description} → ${resolution ?? ''}` });

/** With a task in hand, it is a word beside: the messages that the task waits for stay those of its round. */
function tellRole(move: PlanMove, { role, task }: Escalation, text: string): PlanMove {
  const inHand = taskOf(move, role);
  if (inHand === undefined) return giveRoleTurn(move, { role, text, stage: task ?? move.state.stage });
  const { round } = progressOfTask(move.state, inHand);
  return ordering(move, { is: 'give-turn', role, text, stage: inHand.id, round: round ?? move.state.round });
}
