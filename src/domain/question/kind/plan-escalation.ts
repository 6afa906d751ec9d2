import type { KindRow } from '../question-kind.ts';

/** `number`: which question of the run's program it is. */
export type PlanEscalationPayload = Readonly<{ number: number; noteId: string }>;
type PlanEscalationQuestionFacts = PlanEscalationPayload & Readonly<{ text: string }>;

/** What an agent of a plan may not decide alone. Any words are an answer, and the run takes them on. */
export const planEscalation: KindRow<PlanEscalationPayload, PlanEscalationQuestionFacts> = {
  word: ({ text, number, noteId }) => ({ text, options: [], payload: { number, noteId } }),
  effect: ({ payload: { number } }) => ({ do: 'tell-run', number }),
  asker: () => ({ is: 'run' }),
  closes: 'run',
  process: 'none',
  topic: 'escalation',
};
