import { type HolderSilence, isOffered, type KindRow } from '../question-kind.ts';

type TakeoverQuestionFacts = HolderSilence &
  Readonly<{
    /** How the holder is shown. */
    display: string;
    silentMs: number;
    /** What is wanted of it: globs, or the ids of work items. */
    wants: readonly string[];
    holds: readonly string[];
  }>;

const TAKE_OVER = 'take over';
export const WAIT = 'wait';
const IGNORE = 'ignore';
const MINUTE_MS = 60_000;
const MOST_NAMED = 20;

/** A participant that is quiet in every way holds what another one wants. */
export const takeover: KindRow<HolderSilence, TakeoverQuestionFacts> = {
  word: (about) => ({
    text: textOf(about),
    options: [TAKE_OVER, WAIT, IGNORE],
    payload: { holder: about.holder, seenAt: about.seenAt, wantedBy: about.wantedBy },
  }),
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    return answer === TAKE_OVER ? { do: 'take-over' } : { do: 'nothing' };
  },
  asker: () => ({ is: 'participant' }),
  closes: 'holder',
  process: 'none',
  topic: 'takeover',
  holder: (payload) => payload,
};

const textOf = ({ display, silentMs, wantedBy, wants, holds }: TakeoverQuestionFacts): string =>
  [
    `${display} has been silent for ${Math.floor(silentMs / MINUTE_MS)} minutes and holds what ${wantedBy} ` +
      `wants: ${listed(wants)}`,
    `It holds: ${listed(holds)}. Its process is gone, and neither files nor git have changed in its folder.`,
    `"${TAKE_OVER}" ends it and frees all of that; what it has not committed goes to a rescue first. ` +
      `"${WAIT}" asks again if it is still in the way after five minutes, "${IGNORE}" does not.`,
  ].join('\n');

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}
