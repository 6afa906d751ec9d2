import { answerText } from '../../session/prompt-text.ts';
import type { KindRow } from '../question-kind.ts';

export type EscalationPayload = Readonly<{ noteId: string }>;
type EscalationQuestionFacts = EscalationPayload &
  Readonly<{ label: string; description: string; context: string; reason: string }>;

/** An agent may not decide something alone. The answer settles its note, and any words are one. */
export const escalation: KindRow<EscalationPayload, EscalationQuestionFacts> = {
  word: ({ noteId, label, description, context, reason }) => ({
    text: [
      `${label}: ${description}`,
      ...(context === '' ? [] : [`While: ${context}`]),
      `Why the agent does not decide it alone: ${reason}`,
    ].join('\n'),
    options: [],
    payload: { noteId },
  }),
  effect: ({ text }, answer) => ({ do: 'carry', text: answerText(text, answer), grantedMs: 0 }),
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'idles-out',
  topic: 'escalation',
  note: ({ noteId }) => noteId,
};
