import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';

type AtWork = 'interrupt' | 'wake' | 'take-over' | 'hand-back' | 'stop';
/** What a person decides about work that is over. */
type Review = 'accept' | 'send-back' | 'retry' | 'drop';
export type Action = AtWork | Review;

type Standing = Pick<SessionStatusAnswer, 'state' | 'mode' | 'continued_by' | 'worktree'>;

const OVER = ['completed', 'failed', 'killed'];
const AT_WORK = ['starting', 'working'];

export const isOver = ({ state }: Pick<SessionStatusAnswer, 'state'>): boolean => OVER.includes(state);

/** Whether words still reach its agent: at work, or by a successor. */
export const takesWords = ({ state, continued_by }: Pick<Standing, 'state' | 'continued_by'>): boolean =>
  !isOver({ state }) || continued_by === null;

/** What the page offers for a session. The verbs decide; this only leaves out what cannot be meant. */
export function actionsFor(session: Standing): readonly Action[] {
  const { state, mode } = session;
  if (isOver({ state })) return reviewOf(session);
  return [
    ...(AT_WORK.includes(state) ? (['interrupt'] as const) : []),
    ...(state === 'parked' ? (['wake'] as const) : []),
    mode === 'interactive' ? 'hand-back' : 'take-over',
    'stop',
  ];
}

/** Once a successor goes on with the work, the decision is about that one. */
function reviewOf({ state, continued_by, worktree }: Standing): readonly Action[] {
  if (continued_by !== null) return [];
  const isDone = state === 'completed';
  return [
    ...(isDone && worktree !== null ? (['accept'] as const) : []),
    isDone ? 'send-back' : 'retry',
    ...(worktree === null ? [] : (['drop'] as const)),
  ];
}
