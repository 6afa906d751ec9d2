import { type Draft, draftStep, draftTurnStep } from '../../app/draft.ts';
import type { AttemptObservation } from '../../runtime/attempt/attempts.ts';
import { draftStopWork } from '../session/park-session.ts';
import { openTurns } from '../session/session-scene.ts';

type ScreenExit = Pick<Extract<AttemptObservation, { is: 'over' }>, 'exitCode' | 'closedByPerson'> &
  Readonly<{
    /** What it was to hand in is there and fits; true also where nothing was asked for. */
    hasResult: boolean;
    /** A person has said that they logged in, and the next process is to find it so. */
    isSentAway: boolean;
  }>;

const TEXT = 'a person left its screen';

/** Nothing was at work, and a person has left it or closed its pane: there is nothing more to come. */
export function draftLeft(
  draft: Draft,
  { exitCode, closedByPerson, hasResult, isSentAway }: ScreenExit,
): void {
  const { state, takenOver, isInterrupted } = draft.session;
  // No person left: it was sent away.
  if (isInterrupted || isSentAway) return;
  if (state !== 'idle' && state !== 'waiting') return;
  if (closedByPerson) return draftKilled(draft, 'its pane was closed by a person');
  if (exitCode !== 0) return;
  // The person who took it over hands it back, or ends it, by a command.
  if (takenOver) return draftBrokenOff(draft);
  if (state !== 'idle') return draftKilled(draft, TEXT);
  if (!hasResult) return draftKilled(draft, `${TEXT} before it had a result that fits`);
  draftStopWork(draft, { ending: 'completed', reason: null, text: TEXT });
}

const draftKilled = (draft: Draft, text: string): void =>
  draftStopWork(draft, { ending: 'killed', reason: 'asked', text });

/** What was not read yet opens the screen again; what was read is broken off. */
export function draftLeftToRest(draft: Draft): void {
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: TEXT });
  draftBrokenOff(draft);
  draftStep(draft, 'turn-ended', { note: TEXT });
}

function draftBrokenOff(draft: Draft): void {
  for (const turn of openTurns(draft.turns, draft.session.attempt)) {
    const event = turn.state === 'seen' ? 'interrupt' : turn.kind === 'takeover' ? 'drop' : 'return';
    draftTurnStep(draft, turn, { event, note: TEXT });
  }
}
