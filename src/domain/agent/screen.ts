/** What an agent's screen shows, as far as it matters for typing there. */
export type ScreenObservation =
  /**
   * Its input box, with what was typed into it and not yet submitted. It is at work unless every sign says
   * otherwise.
   */
  | { is: 'box'; typed: string; isAtWork: boolean }
  /** Something else: it is starting, or shows a dialog that typing would answer. */
  | { is: 'other' };

/** At rest for certain, without a dialog. */
export const isScreenAtRest = (observation: ScreenObservation): boolean =>
  observation.is === 'box' && !observation.isAtWork;

/** How far a turn has come on the screen, noted before each key. */
export type ScreenMark = Readonly<{ stage: 'none' | 'pasted' | 'entered'; ageMs: number }>;

export type ScreenMove =
  | { is: 'paste' }
  | { is: 'enter' }
  /** Nothing to do before `lookInMs`, unless the agent's record grows. */
  | { is: 'wait'; lookInMs: number; because: 'settling' | 'not-ready' | 'person-types' }
  /**
   * The last Enter is `sinceMs` old, and nothing of the turn is left in the box. While the agent is at work,
   * it may still be queued behind another submitted prompt.
   */
  | { is: 'wait'; lookInMs: number; because: 'submitted'; sinceMs: number; isAtWork: boolean };

type ScreenFacts = Readonly<{
  observation: ScreenObservation;
  mark: ScreenMark;
  /** What was typed is this turn's words. */
  isOurs: (typed: string) => boolean;
}>;

// The CLI processes a paste at its own pace, and a slow one must not be pasted twice; an Enter that
// comes too early is swallowed.
const PAINT_MS = 5_000;
const SETTLE_MS = 150;
const ENTER_AGAIN_MS = 1_000;
const LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 30_000;

/**
 * The next key for a turn. Decided from what is seen, so that it is safe to repeat at
 * any time: no text is typed twice, and what a person types stays untouched.
 */
export function decideScreenMove({ observation, mark, isOurs }: ScreenFacts): ScreenMove {
  if (observation.is === 'other') return { is: 'wait', lookInMs: LOOK_MS, because: 'not-ready' };
  if (observation.typed === '') return moveAtEmptyBox(mark, observation.isAtWork);
  if (mark.stage === 'none' || !isOurs(observation.typed))
    return { is: 'wait', lookInMs: LOOK_MS, because: 'person-types' };
  const restMs = (mark.stage === 'entered' ? ENTER_AGAIN_MS : SETTLE_MS) - mark.ageMs;
  return restMs > 0 ? { is: 'wait', lookInMs: restMs, because: 'settling' } : { is: 'enter' };
}

function moveAtEmptyBox({ stage, ageMs }: ScreenMark, isAtWork: boolean): ScreenMove {
  // Submitted: only the record confirms it. To paste again could submit the same text twice.
  if (stage === 'entered') {
    const lookInMs = Math.min(Math.max(LOOK_MS, Math.round(ageMs / 4)), LONGEST_LOOK_MS);
    return { is: 'wait', lookInMs, because: 'submitted', sinceMs: ageMs, isAtWork };
  }
  if (stage === 'pasted' && ageMs < PAINT_MS) return { is: 'wait', lookInMs: SETTLE_MS, because: 'settling' };
  return { is: 'paste' };
}
