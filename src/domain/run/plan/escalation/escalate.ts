import type { PlanTask } from '../../../plan/plan.ts';
import type { PlanFact } from '../plan-fact.ts';
import { type PlanMove, progressOfTask, withTask } from '../plan-state.ts';
import { taskOfRoleIn } from '../task-at-work.ts';
import { askDirectly } from './ask-person.ts';
import { type Escalation, hasArchitect, isEndless, matterOf, type NoteMatter } from './escalation.ts';

type Escalated = Extract<PlanFact, { is: 'notes-escalated' }>;

/** The task is blocked; the architect gets to it in its turn, or the person is asked. */
export function applyEscalated(move: PlanMove, { role, notes, history }: Escalated): PlanMove {
  const task = taskOfRoleIn(move, role);
  const isKnown = (id: string): boolean =>
    move.state.escalations.some((one) => one.notes.some((note) => note.id === id));
  const fresh = notes.filter(({ id }) => !isKnown(id));
  if (task === undefined || fresh.length === 0) return move;
  const at = hasArchitect(move.plan, task) ? 'architect' : 'direct';
  const matters = fresh.map((note) => matterOf(note, at));
  const blocked = block(move, task, role);
  const added = addNotes(blocked, { task: task.id, role, notes: matters, history, round: null, nudges: 0 });
  return matters.reduce((so, note) => askWhereNeeded(so, task, note), added);
}

function block(move: PlanMove, task: PlanTask, role: string): PlanMove {
  const { status, submission } = progressOfTask(move.state, task);
  if (status === 'blocked') return move;
  const isDoer = role === task.role;
  // What its agent handed over and then escalated is not looked at: it hands over again.
  const before = isDoer && status === 'ready_for_verification' ? 'completion_drive_review' : status;
  const unseen = submission && { ...submission, isChecking: false };
  return withTask(move, task, { status: 'blocked', before, round: null, submission: unseen });
}

function addNotes(move: PlanMove, fresh: Escalation): PlanMove {
  const { escalations } = move.state;
  const isThere = escalations.some(({ task }) => task === fresh.task);
  const next = isThere
    ? escalations.map((one) =>
        one.task === fresh.task ? { ...one, notes: [...one.notes, ...fresh.notes] } : one,
      )
    : [...escalations, fresh];
  return { ...move, state: { ...move.state, escalations: next } };
}

const ENDLESS = 'the architect has answered it before, and it was asked again';

function askWhereNeeded(move: PlanMove, { id }: PlanTask, note: NoteMatter): PlanMove {
  const escalation = move.state.escalations.find(({ task }) => task === id);
  if (escalation === undefined) return move;
  if (note.at === 'direct') return askDirectly(move, { escalation, note }, null);
  return isEndless(note) ? askDirectly(move, { escalation, note }, ENDLESS) : move;
}
