import type { Plan, PlanTask } from '../../plan/plan.ts';
import { ownValue, withRole } from '../workflow/state.ts';
import { workAgain } from './ask-about-task.ts';
import { changedText, doneBeforeText } from './change-words.ts';
import { isSameWork, isTakenOut, keepOpened } from './compare-plans.ts';
import { personaOnDemand } from './escalation/escalation.ts';
import { ordering, type PlanMove, progressOfTask, type TaskStatus, withTask } from './plan-state.ts';
import { replacePlan } from './replace-plan.ts';

/** What becomes of a task that a new version of the plan touches. */
type Fate =
  /** It is gone, and nothing of it counts. */
  | 'drop'
  /** The same, and the agent that is at it stops. */
  | 'release'
  /** The new text counts, and nothing else happens. */
  | 'take'
  /** Its agent gets a turn that says so. */
  | 'tell'
  /** Its agent hears of it with its next turn. */
  | 'remark'
  /** It is worked on again. */
  | 'again'
  /** It stays as it is: a person or the architect is about to settle it. */
  | 'stay';

/** By where the task is, and what the new version does to it. What it does not touch goes on. */
export const FATES: Readonly<Record<TaskStatus, Readonly<Record<'out' | 'changed', Fate>>>> = {
  pending: { out: 'drop', changed: 'take' },
  working: { out: 'release', changed: 'tell' },
  completion_drive_review: { out: 'release', changed: 'tell' },
  ready_for_verification: { out: 'release', changed: 'tell' },
  blocked: { out: 'stay', changed: 'remark' },
  verified: { out: 'drop', changed: 'again' },
};

/** The run goes on with another version of its plan. */
export function changePlan(move: PlanMove, version: Plan): PlanMove {
  const whole = keepOpened(move, version);
  const staying = move.plan.tasks.filter(
    (task) => isTakenOut(move, version, task) && fateOf(move, task, 'out') === 'stay',
  );
  const ids = new Set(staying.map(({ id }) => id));
  const next = { ...whole, tasks: [...whole.tasks.filter(({ id }) => !ids.has(id)), ...staying] };
  const before = move.plan;
  const replaced = replacePlan({ ...move, state: { ...move.state, change: null } }, next);
  const freed = before.tasks
    .filter(({ id, role }) => !next.tasks.some((task) => task.id === id && task.role === role))
    .reduce(removeTask, replaced);
  const told = next.tasks.reduce((so, task) => applyChange(so, before, task), freed);
  return endStrangers(told, next);
}

const fateOf = ({ state }: PlanMove, task: PlanTask, what: 'out' | 'changed'): Fate =>
  FATES[progressOfTask(state, task).status][what];

function removeTask(move: PlanMove, task: PlanTask): PlanMove {
  const fate = fateOf(move, task, 'out');
  const gone = forget(move, task);
  return fate === 'release' ? stopWork(gone, roleAtWork(move, task)) : gone;
}

function roleAtWork({ state }: PlanMove, task: PlanTask): string {
  return progressOfTask(state, task).status === 'ready_for_verification' ? task.verifier : task.role;
}

const stopWork = (move: PlanMove, role: string): PlanMove =>
  ownValue(move.state.roles, role) === 'open'
    ? ordering({ ...move, state: withRole(move.state, role, 'leaving') }, { is: 'end-session', role })
    : move;

function forget(move: PlanMove, task: PlanTask): PlanMove {
  const { [task.id]: _, ...tasks } = move.state.tasks;
  const unapproved = withoutApproval(move, task);
  return { ...unapproved, state: { ...unapproved.state, tasks } };
}

function withoutApproval(move: PlanMove, { id }: PlanTask): PlanMove {
  const { [id]: _, ...approved } = move.state.approved;
  const passed = move.state.passed.filter((one) => one !== id);
  return { ...move, state: { ...move.state, approved, passed } };
}

function applyChange(move: PlanMove, before: Plan, task: PlanTask): PlanMove {
  const old = before.tasks.find(({ id, role }) => id === task.id && role === task.role);
  if (old === undefined || isSameWork(old, task)) return move;
  const { remarks } = progressOfTask(move.state, task);
  switch (fateOf(move, task, 'changed')) {
    case 'tell':
      return workAgain(move, task, changedText(move.plan, task));
    case 'remark':
      return withTask(move, task, { remarks: [...remarks, changedText(move.plan, task)] });
    case 'again':
      return workAnew(move, task);
    default:
      return move;
  }
}

/** It was verified, but for other words. It begins again where its branch is. */
function workAnew(move: PlanMove, task: PlanTask): PlanMove {
  return withTask(withoutApproval(move, task), task, {
    status: 'pending',
    round: null,
    rounds: 0,
    result: null,
    feedback: '',
    remarks: [doneBeforeText(task)],
  });
}

/** Roles that the plan has no more are let go; those that the run opens itself stay. */
function endStrangers(move: PlanMove, { agents }: Plan): PlanMove {
  const strangers = Object.keys(move.state.roles).filter(
    (role) => !agents.some((agent) => agent.role === role) && personaOnDemand(role) === undefined,
  );
  return strangers.reduce(stopWork, move);
}
