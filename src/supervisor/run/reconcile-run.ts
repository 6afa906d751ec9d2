import { applyRunFact } from '../../app/run/apply-run-fact.ts';
import { draftRunClock, draftRunStep, openRunDraft, writesOf } from '../../app/run/run-draft.ts';
import { reportRun } from '../../app/run/show-run.ts';
import { isServedBy } from '../../domain/host/served-host.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { runKey } from '../../domain/run/names.ts';
import { onlyWaitsForPerson } from '../../domain/run/plan/only-waits-for-person.ts';
import { planOfRun } from '../../domain/run/plan/task-at-work.ts';
import { decideRunClock, isRunOver, type Run, runDeadline } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { stageNamed } from '../../domain/workflow/workflow.ts';
import { type NextRound, notAfter, type RoundDeps } from '../deps.ts';
import { closePlan } from '../plan/close-plan.ts';
import { isProjectHeld } from '../project-held.ts';
import { intakeRunMessages } from '../session/intake-messages.ts';
import { publishDesign } from './publish-design.ts';
import type { RunDeps, RunScene } from './run-deps.ts';
import { findFact } from './run-facts.ts';
import { tidyRun } from './tidy-run.ts';
import { writeOutputs } from './write-outputs.ts';

/** Brings one run one move closer. Safe to run at any time, any number of times. */
export async function reconcileRun(deps: RunDeps, id: string): Promise<NextRound> {
  const run = await deps.store.findRun(id);
  const memory = await deps.store.findRunMemory(id);
  if (!run || !memory || !isServedBy(deps, run)) return { restUntil: null };
  // Whatever is still looked at says nothing more.
  if (isRunOver(run) || run.state === 'synthesising') deps.gateRunner.ensureOnly(runKey(id), []);
  if (isRunOver(run)) return closeRun(deps, run, memory);
  const sessions = await deps.store.listRunSessions(id);
  if (run.state === 'synthesising') return finishRun(deps, run, sessions);
  if (run.state === 'starting' && sessions.some(isHeard)) return begin(deps, run);
  const posts = await intakeRunMessages(deps, id, sessions);
  if (posts.isStale || posts.hasMore) return 'again';
  const scene = { run, memory, sessions };
  if (await adjustRunClock(deps, scene)) return 'again';
  const found = await findFact(deps, scene);
  if (!found) return notAfter({ restUntil: runDeadline(run) }, posts.dueAt);
  const taking = await applyRunFact(deps, { runId: id, ...found });
  return taking === 'over' ? { restUntil: null } : 'again';
}

/** What was approved becomes plan.yaml also when the design was killed right after. */
async function closeRun(deps: RoundDeps, run: Run, memory: RunMemory): Promise<NextRound> {
  await publishDesign(deps, run.id, memory);
  return tidyRun(deps, run);
}

const isHeard = ({ state }: Session): boolean => state !== 'created' && state !== 'starting';

const CLOCK_NOTES = {
  stop: 'it waits for a person, or the project is paused; the clock stands still',
  go: 'it goes on; so does the clock',
};

/** Stops the clock of a run while a person holds it up, or everything is paused. True: something changed. */
async function adjustRunClock(deps: RoundDeps, scene: RunScene): Promise<boolean> {
  const { run } = scene;
  const isPaused = await isProjectHeld(deps);
  const move = decideRunClock(run, isPaused || waitsForPerson(scene));
  if (move === null) return false;
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return true;
  draftRunClock(draft, move, CLOCK_NOTES[move]);
  await deps.store.commit(writesOf(draft));
  return true;
}

/** Of a workflow, the role whose stage it is does; a plan has many at work. */
function waitsForPerson({ run, memory, sessions }: RunScene): boolean {
  const isAsking = (role: string | undefined): boolean =>
    sessions.findLast((one) => one.role === role)?.state === 'waiting';
  const plan = planOfRun(memory);
  if (plan !== null) return onlyWaitsForPerson(plan, isAsking);
  return run.state === 'waiting' || isAsking(stageNamed(memory.definition, run.stage)?.role);
}

async function begin(deps: RoundDeps, run: Run): Promise<NextRound> {
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return 'again';
  draftRunStep(draft, 'begun', { note: 'its first agent is at work' });
  await deps.store.commit(writesOf(draft));
  return 'again';
}

/** What its sessions leave behind counts only when nothing of them can change it any more. */
async function finishRun(deps: RoundDeps, run: Run, sessions: readonly Session[]): Promise<NextRound> {
  if (!sessions.every(isOver)) return { restUntil: null };
  await closePlan(deps, run, sessions);
  await writeOutputs(deps, await reportRun(deps, run));
  const draft = await openRunDraft(deps.store, run.id, { at: deps.clock.now(), by: deps.by });
  if (!draft || draft.run.version !== run.version) return 'again';
  await publishDesign(deps, run.id, draft.memory);
  draftRunStep(draft, 'synthesised', { note: draft.run.reasonText ?? '' });
  await deps.store.commit(writesOf(draft));
  return 'again';
}
