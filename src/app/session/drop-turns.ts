import { type Draft, draftTurnStep } from '../draft.ts';

const NOTE = 'the session ended first';

/** What the agent has read was delivered; all else is refused, and its sender can see that. */
export function draftDroppedTurns(draft: Draft): void {
  for (const turn of draft.turns) {
    if (turn.state === 'seen') draftTurnStep(draft, turn, { event: 'interrupt', note: NOTE });
    if (turn.state === 'queued' || turn.state === 'handed')
      draftTurnStep(draft, turn, { event: 'drop', note: NOTE });
  }
}
