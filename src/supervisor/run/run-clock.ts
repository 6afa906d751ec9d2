import { draftRunClock, openRunDraft, writesOf } from '../../app/run/run-draft.ts';
import { decideRunClock } from '../../domain/run/run.ts';
import { stageNamed } from '../../domain/workflow/workflow.ts';
import type { RoundDeps } from '../deps.ts';
import type { RunScene } from './run-facts.ts';

const NOTES = {
  stop: 'its role waits for a person, or the project is paused; the clock stands still',
  go: 'its role goes on; so does the clock',
};

/**
 * Stops the clock of a run while the role whose stage it is waits for a person, and while everything is
 * paused. True: something changed.
 */
export async function adjustRunClock(deps: RoundDeps, { run, memory, sessions }: RunScene): Promise<boolean> {
  const role = stageNamed(memory.definition, run.stage)?.role;
  const session = sessions.findLast((one) => one.role === role);
  const isPaused = (await deps.store.findPause()) !== undefined;
  const move = decideRunClock(run, isPaused || session?.state === 'waiting');
  if (move === null) return false;
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return true;
  draftRunClock(draft, move, NOTES[move]);
  await deps.store.commit(writesOf(draft));
  return true;
}
