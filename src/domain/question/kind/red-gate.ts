import { answerText } from '../../session/prompt-text.ts';
import { isGivingUp, RETRY, SKIP, STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

type RedGateQuestionFacts = Readonly<{ workId: string; output: string }>;

const GIVEN_UP = 'its gate stays red, and a person gave it up';

/** A gate stays red after its agent was told once. Words that are no order for the loop go to the agent. */
export const redGate: KindRow<NoPayload, RedGateQuestionFacts> = {
  word: ({ workId, output }) => ({
    text: [
      `The gate of ${workId} stays red. What should the agent do?`,
      `Or answer "${RETRY}" to run it again, "${SKIP}" or "${STOP}" to give the item up.`,
      '',
      output,
    ].join('\n'),
    options: [RETRY, SKIP, STOP],
    payload: {},
  }),
  effect: ({ text }, answer) => {
    const said = answer.trim().toLowerCase();
    if (said === RETRY) return { do: 'check-again' };
    if (isGivingUp(answer)) return { do: 'end-session', ending: 'failed', reason: 'asked', text: GIVEN_UP };
    return { do: 'carry', text: answerText(text, answer), grantedMs: 0 };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'stays',
  topic: 'escalation',
};
