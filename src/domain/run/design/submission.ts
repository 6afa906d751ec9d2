import type { RunFact } from '../program.ts';
import { type DesignState, HELPERS } from './design-state.ts';

export type SubmittedFact = Extract<RunFact, { is: 'submitted' }>;

/** Unsound versions in a row until a person is asked. */
const UNSOUND_MOST = 3;

/** What becomes of a version that was handed in. */
export type Judgement =
  /** Not now: nothing waits for a version. */
  | 'refused'
  | 'unsound'
  /** Unsound once too often: a person says how it goes on. */
  | 'asked'
  /** Sound, but large and made alone: the architect is told once to get help. */
  | 'advised'
  /** The design verifier gets it. */
  | 'accepted';

type Submission = Pick<SubmittedFact, 'isSound' | 'isLarge'>;

export function judgeSubmission(state: DesignState, { isSound, isLarge }: Submission): Judgement {
  if (whyNotNow(state) !== null) return 'refused';
  const { unsound, extraTries, isAdvised } = state.design;
  if (!isSound) return unsound + 1 < UNSOUND_MOST + extraTries ? 'unsound' : 'asked';
  return isLarge && !isAdvised && missingHelp(state).length > 0 ? 'advised' : 'accepted';
}

/** Sub-designers that have not answered yet. */
export const missingHelp = ({ design: { helpers } }: DesignState): readonly string[] =>
  HELPERS.filter((name) => helpers[name] === undefined || helpers[name].round !== null);

/** Why no version is taken in; null when one is. */
export function whyNotNow({ design: { phase, version }, pending, ended }: DesignState): string | null {
  if (ended !== null) return 'the design is over';
  if (phase === 'verifying') return `version ${version} is with the design verifier: wait for its verdict`;
  if (pending !== null) return 'the person is asked how the design goes on: wait for the answer';
  return null;
}
