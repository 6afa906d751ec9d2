import { type BeginDeps, draftIteration } from '../../app/loop/begin-iteration.ts';
import { draftIterationEnd, isHeldBy } from '../../app/loop/end-iteration.ts';
import { filterOf } from '../../app/queue/filter-of.ts';
import { isServedBy } from '../../domain/host/served-host.ts';
import { type Iteration, isLoopOver, type Loop, sharesFolder } from '../../domain/loop/loop.ts';
import { decideLoopMove, type LoopMove } from '../../domain/loop/loop-move.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { stepFailure } from '../../domain/queue/failure.ts';
import { keepLease } from '../../domain/queue/keep-lease.ts';
import { isLeaseOver } from '../../domain/queue/lease.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { NextRound } from '../deps.ts';
import { checkGate } from '../gate/check-gate.ts';
import { isUnsettled } from '../queue/unsettled-work.ts';
import { askOf, finishLoop, goOn, stopAsked } from './ask-loop.ts';
import type { LoopDeps } from './loop-deps.ts';
import { type LoopScene, lookAtLoop, renewLeases } from './loop-scene.ts';
import { setAside, takeUp } from './set-aside.ts';
import { clearFolder, findSharingLoop } from './shelve-iteration.ts';

/** A person removes an interrupt by hand, and no event tells of it: a loop that waits looks so often. */
const LOOK_FOR_INTERRUPT_MS = 2_000;

/** Brings one loop one move closer. Safe to run at any time, any number of times. */
export async function reconcileLoop(deps: LoopDeps, id: string): Promise<NextRound> {
  const loop = await deps.store.findLoop(id);
  if (!loop || isLoopOver(loop) || !isServedBy(deps, loop)) return { restUntil: null };
  const leaseAt = await renewLeases(deps, loop);
  const scene = await lookAtLoop(deps, loop);
  const move = decideLoopMove(loop, scene.facts);
  const isHeld = (move.is === 'begin' || move.is === 'check') && deps.room.isFull();
  if (isHeld) return { restUntil: leaseAt };
  if (move.is !== 'rest') return make(deps, scene, move);
  const times = [move.until, leaseAt, scene.readyAt, asksAboutInterrupt(scene) ? nextLook(deps) : null];
  return { restUntil: earliest(times) };
}

const asksAboutInterrupt = ({ facts }: LoopScene): boolean => facts.question?.isInterrupt ?? false;
const nextLook = ({ clock }: LoopDeps): number => clock.now() + LOOK_FOR_INTERRUPT_MS;
const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);

async function make(
  deps: LoopDeps,
  scene: LoopScene,
  move: Exclude<LoopMove, { is: 'rest' }>,
): Promise<NextRound> {
  const { loop } = scene;
  switch (move.is) {
    case 'settle':
      return endIteration(deps, loop, move.iteration);
    case 'check':
      return checkGate(deps, loop, move.iteration);
    case 'set-aside':
      return setAside(deps, loop, move.iteration);
    case 'clear':
      return clearFolder(deps, loop, move.iteration);
    case 'take-up':
      return takeUp(deps, loop, move.iteration);
    case 'begin':
      return begin(deps, scene);
    case 'ask-failures':
      return askOf(deps, loop, wordQuestion('loop', { ...loop, loopId: loop.id }));
    case 'ask-interrupt':
      return askOf(deps, loop, wordQuestion('loop-interrupt', { text: move.text }));
    case 'go-on':
      return goOn(deps, scene, move.why);
    case 'stop':
      return stopAsked(deps, scene, move.why);
    case 'finish':
      return finishLoop(deps, loop, move.why);
  }
}

async function endIteration(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const { store, clock, by, config } = deps;
  const at = clock.now();
  const session = await store.findSession(iteration.sessionId);
  const work = await store.findWork(iteration.workId);
  if (isHeldBy(work, iteration.sessionId) && isLeaseOver(work, at)) {
    await keep(deps, work);
    return 'again';
  }
  // Before the row says that the iteration is over: after a crash in between it is done again.
  const isArchived = loop.archives && session !== undefined && (await deps.loopPorts.archive(session));
  const capMs = loop.backoffCapMs ?? config.failures.backoffCapMs;
  const ending = { at, by, capMs, isArchived };
  const result = await store.commit(draftIterationEnd(loop, { iteration, session, work }, ending));
  if (result.saved) await announce(deps, iteration.workId);
  return 'again';
}

async function begin(deps: LoopDeps, { loop, ready }: LoopScene): Promise<NextRound> {
  if (!ready) return 'again';
  const { store, clock, ids, by, config } = deps;
  if (await isUnsettled(store, ready)) {
    await keep(deps, ready);
    return 'again';
  }
  const stand = await observeStand(deps, loop);
  const at = clock.now();
  const { queued = 0 } = await store.countWork(filterOf(loop));
  const making: BeginDeps = { store, config, by, at, stand, queued, uuid: ids.uuid, ports: deps.loopPorts };
  const begun = await draftIteration(making, loop, ready);
  if (!begun.ok) {
    const problem = deps.wordRefusal(begun.refusal);
    const isOwnFault = ready.template !== null && begun.refusal.code !== 'needs-conflict';
    if (isOwnFault) return failWork(deps, ready, problem);
    return askOf(deps, loop, wordQuestion('loop', { loopId: loop.id, workId: ready.id, problem }));
  }
  const result = await store.commit(begun.value.writes);
  if (!result.saved) return 'again';
  await deps.poke(begun.value.sessionId);
  await announce(deps, ready.id);
  return 'again';
}

/**
 * What is set aside later is told from what lay in the folder before. Beside another loop nothing can be set
 * aside, so the look, which takes several gits, is left out.
 */
async function observeStand(deps: LoopDeps, loop: Loop) {
  if (!sharesFolder(loop) || loop.maxWaiting === 0) return null;
  if (await findSharingLoop(deps, loop)) return null;
  return deps.sharedFolders.observeStand(loop.workDir ?? deps.projectRoot);
}

/** The row comes first; the queue outside is told of what is so already. */
async function announce(deps: LoopDeps, workId: string): Promise<void> {
  await deps.poke(QUEUE_KEY);
  const work = await deps.store.findWork(workId);
  const warning = work ? await deps.loopPorts.tellOutside(work) : null;
  if (warning !== null) deps.log('warn', warning);
}

async function keep({ store, clock, by, config }: LoopDeps, work: WorkItem): Promise<void> {
  const at = clock.now();
  const step = keepLease(work, { at, leaseMs: config.queue.leaseMs });
  const journal = { at, by, note: 'its session goes on' };
  if (step.ok) await store.commit([{ kind: 'step-work', step: step.value, journal }]);
}

/** The work itself is what is wrong: every loop would meet the same. */
async function failWork(deps: LoopDeps, work: WorkItem, reason: string): Promise<NextRound> {
  const { store, clock, by, config } = deps;
  const at = clock.now();
  const step = stepFailure(work, { at, reason, isFinal: true, capMs: config.failures.backoffCapMs });
  if (step.ok)
    await store.commit([{ kind: 'step-work', step: step.value, journal: { at, by, note: reason } }]);
  return 'again';
}
