import { STOP } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

export type BackgroundPayload = Readonly<{ what: string }>;
/** `waited`: for how long, in words. */
type BackgroundQuestionFacts = BackgroundPayload & Readonly<{ waited: string }>;

const WAIT_ON = 'wait on';
const DO_NOT_WAIT = 'do not wait';

/** The agent has waited long for work in the background, and no CLI tells whether that ever ends. */
export const background: KindRow<BackgroundPayload, BackgroundQuestionFacts> = {
  word: ({ what, waited }) => ({
    text: [
      `It has waited for ${waited} for what it left running: ${what}. Nothing was ended.`,
      `Answer "${WAIT_ON}" for as long again. "${DO_NOT_WAIT}" if nothing waits for it, as for a server:`,
      'then its last words are the result, and what it left running is ended.',
    ].join(' '),
    options: [WAIT_ON, DO_NOT_WAIT, STOP],
    payload: { what },
  }),
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    if (answer === WAIT_ON) return { do: 'check-again' };
    if (answer === DO_NOT_WAIT) return { do: 'stop-waiting' };
    const text = `a person stopped it while it waited for ${asked.payload.what}`;
    return { do: 'end-session', ending: 'killed', reason: 'asked', text };
  },
  asker: () => ({ is: 'session' }),
  closes: 'awaited-work',
  process: 'stays',
  topic: 'interrupt',
};
