import type { RunOrder } from '../program.ts';
import type { Pending, WorkflowAdvance, WorkflowState } from './state.ts';

/** Ends the run, and the sessions that are still open. */
export function finish(
  state: WorkflowState,
  ended: Readonly<{ success: boolean; why: string }>,
): WorkflowAdvance {
  const open = Object.entries(state.roles).filter(([, role]) => role === 'open');
  const orders: RunOrder[] = open.map(([role]) => ({ is: 'end-session', role }));
  return { state: { ...state, pending: null, ended }, orders: [...orders, { is: 'finish', ...ended }] };
}

// Keeps the sorts of questions apart, which a plain Omit would blur.
type NewQuestion<P> = P extends Pending ? Omit<P, 'question'> : never;

/** Asks a person; until the answer comes, nothing moves. */
export function ask(state: WorkflowState, about: NewQuestion<Pending>): WorkflowAdvance {
  const question = state.questions + 1;
  const { text, options } = about;
  return {
    state: { ...state, questions: question, pending: { ...about, question } },
    orders: [{ is: 'ask', question, text, options }],
  };
}
