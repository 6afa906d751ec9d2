import { GO_ON, isGivingUp, STOP } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `why`: the reason of a session that ends with it. */
export type StretchPayload = Readonly<{ why: string }>;

/** The agent reached its limit of model turns, and went on by itself as often as it may. */
export const stretch: KindRow<StretchPayload, Readonly<{ stretches: number }>> = {
  word: ({ stretches }) => {
    const times = stretches === 1 ? 'once' : `${stretches} times`;
    const why = `The agent reached its limit of model turns again, after it went on by itself ${times}.`;
    return { text: `${why} Go on?`, options: [GO_ON, STOP], payload: { why } };
  },
  effect: (asked, answer) => {
    if (isOffered(asked, answer) && answer === GO_ON) return { do: 'go-on' };
    if (!isGivingUp(answer)) return null;
    return { do: 'end-session', ending: 'killed', reason: 'asked', text: asked.payload.why };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'idles-out',
  topic: 'interrupt',
};
