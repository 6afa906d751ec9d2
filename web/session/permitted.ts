import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';

export type Action = 'interrupt' | 'wake' | 'take-over' | 'hand-back' | 'stop';

const OVER = ['completed', 'failed', 'killed'];
const AT_WORK = ['starting', 'working'];

export const isOver = ({ state }: Pick<SessionStatusAnswer, 'state'>): boolean => OVER.includes(state);

/** What the page offers for a session. The verbs decide; this only leaves out what cannot be meant. */
export function actionsFor({ state, mode }: Pick<SessionStatusAnswer, 'state' | 'mode'>): readonly Action[] {
  if (isOver({ state })) return [];
  return [
    ...(AT_WORK.includes(state) ? (['interrupt'] as const) : []),
    ...(state === 'parked' ? (['wake'] as const) : []),
    mode === 'interactive' ? 'hand-back' : 'take-over',
    'stop',
  ];
}
