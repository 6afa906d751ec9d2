import { applyRunFact } from '../../app/run/apply-run-fact.ts';
import { draftRunClock, draftRunStep, openRunDraft, writesOf } from '../../app/run/run-draft.ts';
import { reportRun } from '../../app/run/show-run.ts';
import { decideRunClock, isRunOver, type Run, runDeadline } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { stageNamed } from '../../domain/workflow/workflow.ts';
import { type Look, notAfter, type RoundDeps } from '../deps.ts';
import { intakeRunMessages } from '../session/intake-messages.ts';
import { findFact, type RunScene } from './run-facts.ts';
import { tidyRun } from './tidy-run.ts';
import { writeOutputs } from './write-outputs.ts';

/** Brings one run one move closer. Safe to run at any time, any number of times. */
export async function reconcileRun(deps: RoundDeps, id: string): Promise<Look> {
  const run = await deps.store.findRun(id);
  const memory = await deps.store.findRunMemory(id);
  if (!run || !memory) return { restUntil: null };
  if (isRunOver(run)) return tidyRun(deps, run);
  const sessions = await deps.store.listRunSessions(id);
  if (run.state === 'synthesising') return finishRun(deps, run, sessions);
  if (run.state === 'starting' && sessions.some(isHeard)) return begin(deps, run);
  const posts = await intakeRunMessages(deps, id, sessions);
  if (posts.isStale) return 'again';
  const scene = { run, memory, sessions };
  if (await adjustRunClock(deps, scene)) return 'again';
  const found = await findFact(deps, scene);
  if (!found) return notAfter({ restUntil: runDeadline(run) }, posts.dueAt);
  const taking = await applyRunFact(deps, { runId: id, ...found });
  return taking === 'over' ? { restUntil: null } : 'again';
}

const isHeard = ({ state }: Session): boolean => state !== 'created' && state !== 'starting';

const CLOCK_NOTES = {
  stop: 'its role waits for a person, or the project is paused; the clock stands still',
  go: 'its role goes on; so does the clock',
};

/**
 * Stops the clock of a run while the role whose stage it is waits for a person, and while everything is
 * paused. True: something changed.
 */
async function adjustRunClock(deps: RoundDeps, { run, memory, sessions }: RunScene): Promise<boolean> {
  const role = stageNamed(memory.definition, run.stage)?.role;
  const session = sessions.findLast((one) => one.role === role);
  const isPaused = (await deps.store.findPause()) !== undefined;
  const move = decideRunClock(run, isPaused || session?.state === 'waiting');
  if (move === null) return false;
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return true;
  draftRunClock(draft, move, CLOCK_NOTES[move]);
  await deps.store.commit(writesOf(draft));
  return true;
}

async function begin(deps: RoundDeps, run: Run): Promise<Look> {
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return 'again';
  draftRunStep(draft, 'begun', { note: 'its first agent is at work' });
  await deps.store.commit(writesOf(draft));
  return 'again';
}

/** What its sessions leave behind counts only when nothing of them can change it any more. */
async function finishRun(deps: RoundDeps, run: Run, sessions: readonly Session[]): Promise<Look> {
  if (!sessions.every(isOver)) return { restUntil: null };
  await writeOutputs(deps.outputs, await reportRun(deps, run));
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return 'again';
  draftRunStep(draft, 'synthesised', { note: draft.run.reasonText ?? '' });
  await deps.store.commit(writesOf(draft));
  return 'again';
}
