import { STOP } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `failed`: the sessions whose end holds it up, by id. */
export type DependencyPayload = Readonly<{ failed: readonly string[] }>;
/** `ends`: how each of them ended, in words. */
type DependencyQuestionFacts = DependencyPayload & Readonly<{ ends: readonly string[] }>;

const START = 'start';
const WAIT_ON = 'wait on';

/** What a session waits for before its start did not complete. */
export const dependency: KindRow<DependencyPayload, DependencyQuestionFacts> = {
  word: ({ failed, ends }) => ({
    text: [
      `It waits for what did not complete: ${ends.join('; ')}. It has not started.`,
      `Answer "${START}" to start it all the same, "${WAIT_ON}" to keep it until they are tried again`,
      `(swarm retry ${failed[0] ?? '<session>'}), or "${STOP}" to end it.`,
    ].join(' '),
    options: [START, WAIT_ON, STOP],
    payload: { failed },
  }),
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    const { failed } = asked.payload;
    if (answer !== STOP) return { do: 'settle-dependencies', failed, isWaived: answer === START };
    const text = `a person stopped it, as ${failed.join(', ')} did not complete`;
    return { do: 'end-session', ending: 'killed', reason: 'dependency', text };
  },
  asker: () => ({ is: 'session' }),
  closes: 'failed-dependency',
  process: 'idles-out',
  topic: 'interrupt',
};
