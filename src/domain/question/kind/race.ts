import { STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';

/** `rivals`: the sessions that may win. */
export type RacePayload = Readonly<{ raceId: string; rivals: readonly string[] }>;
type RaceQuestionFacts = RacePayload & Readonly<{ why: string }>;

/** The judge of a race named no winner: a person does. */
export const race: KindRow<RacePayload, RaceQuestionFacts> = {
  word: ({ raceId, rivals, why }) => ({
    text: [
      `Which session wins race ${raceId}? Its judge has not said: ${why}.`,
      `Look at each: swarm diff <session>, swarm result <session>. "${STOP}" ends the race without a winner;`,
      'all of them keep their work either way.',
    ].join(' '),
    options: [...rivals, STOP],
    payload: { raceId, rivals },
  }),
  effect: ({ payload }, answer) => {
    const said = answer.trim();
    if (said === STOP) return { do: 'tell-race', winnerId: null };
    return payload.rivals.includes(said) ? { do: 'tell-race', winnerId: said } : null;
  },
  asker: ({ raceId }) => ({ is: 'race', raceId }),
  closes: 'race',
  process: 'none',
  topic: 'approval',
};
