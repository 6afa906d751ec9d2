import type { VerbDeps } from '../../app/deps.ts';
import { type Draft, draftStep, draftTurnStep } from '../../app/draft.ts';
import { backoffMs } from '../../domain/retry/backoff.ts';
import type { EndReason, SessionEnding } from '../../domain/session/session.ts';
import { openTurns } from './session-scene.ts';

const MINUTE = 60_000;
const LIMIT_BACKOFF = { firstMs: MINUTE, capMs: 30 * MINUTE };
const FIRST_RETRY_MS = 1_000;
const TEXT_MAX = 2_000;

type Parking = Readonly<{
  costsRetry: boolean;
  resetAt: number | null;
  text: string;
  config: VerbDeps['config'];
  /** Go on as soon as the process is gone, because nothing has to pass first. */
  atOnce?: boolean;
}>;

/** Lets go of the process and the slot until a time; the conversation goes on then. */
export function draftPark(draft: Draft, parking: Parking): void {
  const { session } = draft;
  const retriesLeft = session.retriesLeft - (parking.costsRetry ? 1 : 0);
  draftStep(draft, 'park', {
    note: parking.text.slice(0, TEXT_MAX),
    patch: { retriesLeft, resumeAt: resumeAt(draft, parking, retriesLeft) },
  });
}

function resumeAt(
  draft: Draft,
  { atOnce, costsRetry, resetAt, config }: Parking,
  retriesLeft: number,
): number {
  if (atOnce) return draft.at;
  if (resetAt !== null) return Math.max(draft.at, resetAt);
  const used = config.retries - retriesLeft;
  const waitMs = costsRetry
    ? backoffMs(used, { firstMs: FIRST_RETRY_MS, capMs: config.failures.backoffCapMs })
    : backoffMs(draft.session.attempt, LIMIT_BACKOFF);
  return draft.at + waitMs;
}

/**
 * Gives back the turns of an attempt that is over and whose record is read to its end. Never echoed: to be
 * handed over again. Echoed: interrupted, and "continue" takes its place, unless the agent has no memory that
 * it could go on from.
 */
export function draftReturnTurns(draft: Draft, { canResume }: { canResume: boolean }): void {
  for (const turn of openTurns(draft.turns, draft.session.attempt)) {
    const event = turn.state === 'handed' || !canResume ? 'return' : 'interrupt';
    draftTurnStep(draft, turn, { event, note: `attempt ${draft.session.attempt} ended` });
  }
}

export type Stopping = Readonly<{ ending: SessionEnding; reason: EndReason | null; text: string }>;

/** Decides how the session ends. From here on there should be no process. */
export function draftStopWork(draft: Draft, { ending, reason, text }: Stopping): void {
  const event = ending === 'killed' ? 'stop' : 'end';
  const reasonText = text.slice(0, TEXT_MAX);
  draftStep(draft, event, { note: reasonText, patch: { ending, reason, reasonText } });
}
