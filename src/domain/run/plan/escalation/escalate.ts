import type { PlanTask } from '../../../plan/plan.ts';
import type { PlanFact } from '../plan-fact.ts';
import { type PlanMove, progressOfTask, withTask } from '../plan-state.ts';
import { lastVerifiedOf, taskOfRoleIn } from '../task-at-work.ts';
import { askDirectly } from './ask-person.ts';
import {
  ARCHITECT,
  type Escalation,
  hasArchitect,
  isEndless,
  isSameEscalation,
  matterOf,
  type NoteMatter,
} from './escalation.ts';

type Escalated = Extract<PlanFact, { is: 'notes-escalated' }>;

/** The task is blocked; the architect gets to it in its turn, or the person is asked. */
export function applyEscalated(move: PlanMove, { role, notes, history }: Escalated): PlanMove {
  const isKnown = (id: string): boolean =>
    move.state.escalations.some((one) => one.notes.some((note) => note.id === id));
  const fresh = notes.filter(({ id }) => !isKnown(id));
  if (fresh.length === 0) return move;
  const inHand = taskOfRoleIn(move, role);
  const task = inHand ?? lastVerifiedOf(move, role);
  const at = role !== ARCHITECT && hasArchitect(move.plan, task) ? 'architect' : 'direct';
  const late = inHand === undefined ? { isLate: true } : {};
  const escalation: Escalation = {
    ...{ task: task?.id ?? null, role, ...late, history, round: null, nudges: 0 },
    notes: fresh.map((note) => matterOf(note, at)),
  };
  const added = addNotes(inHand === undefined ? move : block(move, inHand, role), escalation);
  return escalation.notes.reduce((so, note) => askWhereNeeded(so, escalation, note), added);
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
  const isThere = escalations.some((one) => isSameEscalation(one, fresh));
  const next = isThere
    ? escalations.map((one) =>
        isSameEscalation(one, fresh) ? { ...one, notes: [...one.notes, ...fresh.notes] } : one,
      )
    : [...escalations, fresh];
  return { ...move, state: { ...move.state, escalations: next } };
}

const ENDLESS = 'the architect has answered it before, and it was asked again';

function askWhereNeeded(move: PlanMove, fresh: Escalation, note: NoteMatter): PlanMove {
  const escalation = move.state.escalations.find((one) => isSameEscalation(one, fresh));
  if (escalation === undefined) return move;
  if (note.at === 'direct') return askDirectly(move, { escalation, note }, null);
  return isEndless(note) ? askDirectly(move, { escalation, note }, ENDLESS) : move;
}
