import { gateText } from '../../loop/gate-text.ts';
import { GIVE_UP, isGivingUp, LOOK_AGAIN, RETRY, SKIP } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

export type GatePayload = Readonly<{ command: string; output: string }>;
type GateQuestionFacts = GatePayload & Readonly<{ workId: string }>;

const TELL_AGENT = 'tell the agent';
const GIVEN_UP = 'its gate cannot run, and a person gave it up';

/** The command of a gate is not there, which says nothing about the work. */
export const gate: KindRow<GatePayload, GateQuestionFacts> = {
  word: ({ workId, command, output }) => ({
    text: [
      `The gate of ${workId} cannot run, because its command is not there: ${command}`,
      `Mend it and answer "${LOOK_AGAIN}"; or "${TELL_AGENT}", if that is for the agent to mend.`,
      '',
      output,
    ].join('\n'),
    options: [LOOK_AGAIN, TELL_AGENT, GIVE_UP, SKIP],
    payload: { command, output },
  }),
  effect: (asked, answer) => {
    const isGivenUp = answer === GIVE_UP || isGivingUp(answer);
    if (answer === LOOK_AGAIN || answer.trim().toLowerCase() === RETRY) return { do: 'check-again' };
    if (!isOffered(asked, answer) && !isGivenUp) return null;
    if (isGivenUp) return { do: 'end-session', ending: 'failed', reason: 'asked', text: GIVEN_UP };
    const { command, output } = asked.payload;
    return { do: 'give-turn', body: gateText(command, output) };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'stays',
  topic: 'gate',
};
