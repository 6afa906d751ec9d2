import { isHeldBy } from '../../app/loop/end-iteration.ts';
import { filterOf } from '../../app/queue/filter-of.ts';
import type { WorkView } from '../../app/queue/view-work.ts';
import { viewWork } from '../../app/queue/view-work.ts';
import { mayComeReady, type OpenWork } from '../../domain/loop/ahead.ts';
import { type Loop, listActive } from '../../domain/loop/loop.ts';
import type { LoopFacts, Prospect } from '../../domain/loop/loop-move.ts';
import { closesWith, effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { keepLease, renewAt } from '../../domain/queue/keep-lease.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import { isOver } from '../../domain/session/session.ts';
import type { WorkFilter } from '../../store/store.ts';
import { findToCheck } from '../gate/check-gate.ts';
import type { LoopDeps } from './loop-deps.ts';
import { lookAtWaiting, type WaitingFacts } from './waiting-iterations.ts';

/** A loop with all that its next move depends on. */
export type LoopScene = Readonly<{
  loop: Loop;
  facts: LoopFacts;
  question: Question | undefined;
  ready: WorkItem | undefined;
  /** When time alone makes something ready. */
  readyAt: number | null;
}>;

/** Of a long queue in which nothing is ready, no more is looked at. */
const LOOKED_THROUGH = 1_000;

export async function lookAtLoop(deps: LoopDeps, loop: Loop): Promise<LoopScene> {
  const { store, clock, config } = deps;
  const now = clock.now();
  const question = loop.questionId === null ? undefined : await store.findQuestion(loop.questionId);
  // A loop that can begin nothing is woken by every move of its sessions: the queue is none of its business.
  const waiting = await lookAtWaiting(deps, loop);
  const mayBegin = loop.state === 'running' && hasRoom(loop, waiting);
  if (mayBegin) await importOutsideWork(deps);
  const ready = mayBegin ? await store.findReadyWork(filterOf(loop), now) : undefined;
  const { prospect, readyAt } = ready || !mayBegin ? aheadOf(ready) : await lookAhead(deps, loop, now);
  const facts: LoopFacts = {
    now,
    ended: await findEnded(deps, loop),
    toCheck: await findToCheck(deps, loop),
    question: question ? askedOf(question) : null,
    ...waiting,
    interrupt: await deps.interrupts.observe(),
    isPaused: (await store.findPause()) !== undefined,
    prospect,
    maxFailures: loop.maxFailures ?? config.failures.max,
  };
  return { loop, facts, question, ready, readyAt };
}

// One that asks may be set aside for what is begun.
const hasRoom = (loop: Loop, { asking }: WaitingFacts): boolean =>
  listActive(loop).length - (asking === null ? 0 : 1) < loop.concurrency;

async function importOutsideWork({ loopPorts, log }: LoopDeps): Promise<void> {
  for (const warning of await loopPorts.pullOutsideWork()) log('warn', warning);
}

async function findEnded({ store }: LoopDeps, { atWork }: Loop): Promise<LoopFacts['ended']> {
  for (const iteration of atWork) {
    const session = await store.findSession(iteration.sessionId);
    if (!session || isOver(session)) return iteration;
  }
  return null;
}

function askedOf(question: Question): LoopFacts['question'] {
  const effect = effectOf(question);
  return {
    state: question.state,
    text: question.text,
    isInterrupt: closesWith(question, 'project-interrupt'),
    isStop: effect.do === 'tell-loop' && effect.isStop,
  };
}

type Ahead = Readonly<{ prospect: Prospect; readyAt: number | null }>;

const aheadOf = (ready: WorkItem | undefined): Ahead => ({
  prospect: ready ? 'ready' : 'later',
  readyAt: null,
});

async function lookAhead(deps: LoopDeps, loop: Loop, now: number): Promise<Ahead> {
  const filter = filterOf(loop);
  const views = await viewOpen(deps, filter, now);
  const due = views
    .filter(({ standing }) => standing === 'scheduled')
    .map(({ work }) => work.notBefore ?? now);
  // Work that it would not take itself may be what its own work waits for.
  const isWide = Object.keys(filter).length === 0;
  const others = isWide ? [] : await viewOpen(deps, {}, now);
  // What was not looked at may come ready.
  const isCut = Math.max(views.length, others.length) === LOOKED_THROUGH;
  return {
    prospect: isCut || mayComeReady(views.map(openOf), others.map(openOf)) ? 'later' : 'none',
    readyAt: due.length > 0 ? Math.min(...due) : null,
  };
}

const openOf = ({ work, standing, waitsFor }: WorkView): OpenWork => ({ id: work.id, standing, waitsFor });

async function viewOpen({ store }: LoopDeps, filter: WorkFilter, now: number): Promise<readonly WorkView[]> {
  const open = await store.listWork({ ...filter, states: ['queued', 'claimed'] }, { limit: LOOKED_THROUGH });
  return viewWork(store, open, now);
}

/** Sessions at work hold on to what they were given. Gives back when it is time for the next look. */
export async function renewLeases(deps: LoopDeps, { atWork }: Loop): Promise<number | null> {
  const { store, clock, by, config } = deps;
  const { leaseMs } = config.queue;
  let next: number | null = null;
  for (const { sessionId, workId } of atWork) {
    const work = await store.findWork(workId);
    if (!isHeldBy(work, sessionId)) continue;
    const at = clock.now();
    const isDue = renewAt(work, leaseMs) <= at;
    const step = isDue ? keepLease(work, { at, leaseMs }) : null;
    const journal = { at, by, note: 'its session goes on' };
    if (step?.ok) await store.commit([{ kind: 'step-work', step: step.value, journal }]);
    const dueAt = isDue ? at + Math.ceil(leaseMs / 2) : renewAt(work, leaseMs);
    next = next === null ? dueAt : Math.min(next, dueAt);
  }
  return next;
}
