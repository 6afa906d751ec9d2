import { hasWork } from '../app/supervisor/has-work.ts';
import { type Hosted, isServedBy } from '../domain/host/served-host.ts';
import { LOOPS_KEY, loopKey, loopOfKey, PROJECT_KEY } from '../domain/loop/names.ts';
import { MAIL_KEY } from '../domain/mail/mail.ts';
import { PARTICIPANTS_KEY } from '../domain/participant/participants-key.ts';
import { QUEUE_KEY } from '../domain/queue/queue-key.ts';
import { raceKey, raceOfKey } from '../domain/race/names.ts';
import { runKey, runOfKey } from '../domain/run/names.ts';
import { scheduleOfKey } from '../domain/schedule/names.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import type { QueueDrawings } from '../runtime/files/queue-drawings.ts';
import type { Gates } from '../runtime/gate/gates.ts';
import type { KeptClock } from './clock/keep-clock.ts';
import { CONFLICTS_KEY, createConflictWatch } from './conflict/conflict-watch.ts';
import { type NextRound, notAfter } from './deps.ts';
import type { RoomWatch } from './disk/room.ts';
import { createGateRunner } from './gate/gate-runner.ts';
import { type ConfigWatchDeps, createConfigWatch } from './git/watch-config.ts';
import type { LoopDeps } from './loop/loop-deps.ts';
import { reconcileLoop } from './loop/reconcile-loop.ts';
import { remindSenders } from './mail/remind-senders.ts';
import { noteFault } from './note-fault.ts';
import { startNotifications } from './notify/notifications.ts';
import type { NotifyDeps } from './notify/reconcile-notifications.ts';
import { reconcileParticipants } from './participant/participant-round.ts';
import { createQueueRound } from './queue/queue-round.ts';
import { reconcileRace } from './race/reconcile-race.ts';
import { createInboxNews, type InboxNews } from './run/inbox-news.ts';
import { createRunRound } from './run/run-round.ts';
import { reconcileSchedule, type ScheduleRoundDeps } from './schedule/reconcile-schedule.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import { createSessionRound } from './session/session-round.ts';
import { createUseWatch, type UseWatch } from './session/use-watch.ts';
import { listWaiting } from './session/waiting-for-slot.ts';
import { watchDisk } from './session/watch-disk.ts';
import { createSweep } from './sweep/sweep.ts';
import { watchMachine } from './watch-machine.ts';

/** Sizes and settings of git change slowly, and a look is not free: one in so many sweeps. */
const SWEEPS_PER_SLOW_LOOK = 6;

export type Supervision = Readonly<{
  wake: (id: string) => void;
  /** Looks at all rows for what has changed, without waiting for the next sweep. */
  lookAround: () => void;
  /** A slot is free, or may be: sessions that wait for one get a round. */
  wakeWaiting: () => Promise<void>;
  isIdle: () => Promise<boolean>;
  stop: () => Promise<void>;
}>;

export type SupervisionDeps = Omit<LoopDeps, 'gateRunner' | 'room'> &
  NotifyDeps &
  Pick<ScheduleRoundDeps, 'timetables'> &
  Pick<ConfigWatchDeps, 'observeKeyChanges'> &
  Readonly<{
    clock: KeptClock;
    /** Keeps watching the folders of a live session's attempt, and calls back when something moves there. */
    ensureWatched: (
      session: Pick<Session, 'id' | 'attempt' | 'runId' | 'role'>,
      onChange: () => void,
    ) => void;
    queueDrawings: QueueDrawings;
    gates: Gates;
    room: RoomWatch;
    /** The same for the outboxes of a run. */
    ensureRunWatched: (runId: string, onChange: () => void) => void;
    /** The same for the file that holds all loops up. */
    ensureProjectWatched: (onChange: () => void) => void;
    ensureUnwatched: (key: string) => void;
  }>;

/** The dull part: wakes rounds by events, by time and by a slow sweep, until it is told to stop. */
export function supervise(outer: SupervisionDeps): Supervision {
  const notifications = startNotifications(outer);
  const news = createInboxNews();
  const gateRunner = createGateRunner(outer.gates, (key) => scheduler.wake(key));
  const store = news.listenTo(notifications.listenTo(outer.store));
  const uses = createUseWatch({ ...outer, store });
  const deps = { ...outer, gateRunner, store, uses };
  const warned = new Set<string>();

  const sweep = createSweep(deps);
  const machine = watchMachine(deps, (key) => scheduler.wake(key));
  const round = sweep.recorded(machine.onTime(createRound(deps, news, (key) => scheduler.wake(key))));
  const onFault = async (id: string, error: unknown, failures: number): Promise<void> => {
    // Said once, and no failure of whose round it was: it is tried again when there is room.
    if (deps.room.noteFault(error)) return;
    deps.log('error', `${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    await noteFault(deps, id, { error, failures });
  };

  const scheduler: Scheduler = startScheduler({
    round,
    onFault,
    now: () => deps.clock.now(),
    isUrgent: (key) => runOfKey(key) !== null,
  });
  const wakeWaiting = async (): Promise<void> => {
    const live = await deps.store.listLiveBriefly();
    const isServed = (one: Hosted): boolean => isServedBy(deps, one);
    for (const id of listWaiting(live, deps.config.limits.sessions, isServed)) scheduler.wake(id);
  };
  const lookAround = alone(async () => {
    notifications.wake();
    await sweep.run(scheduler.wake);
  });
  const guarded = guardWith(deps);
  const lookForRoom = alone(machine.lookForRoom);
  // Side by side: where one of them cannot go on, the others do.
  const lookAtAll = (): void => {
    guarded('clock', machine.lookAtClock)();
    guarded('room', lookForRoom)();
    guarded('sweep', lookAround)();
  };

  const slowMs = deps.config.timeouts.sweepMs * SWEEPS_PER_SLOW_LOOK;
  const slowly = (what: string, work: () => Promise<void>) => setInterval(guarded(what, work), slowMs);
  const timers = [
    setInterval(lookAtAll, deps.config.timeouts.sweepMs),
    slowly('disk watch', () => watchDisk(deps, warned, sweep.drainChanged())),
    slowly('git configuration', alone(createConfigWatch(deps))),
  ];
  lookAtAll();
  guarded('launches of sessions that are over', () => forgetEnded(deps))();

  return {
    wake: scheduler.wake,
    lookAround: guarded('sweep', onceMore(lookAround)),
    wakeWaiting,
    isIdle: async () => {
      if (!scheduler.isQuiet() || !notifications.isQuiet()) return false;
      return !(await hasWork(deps));
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      uses.stop();
      await Promise.all([gateRunner.stop(), scheduler.stop(), notifications.stop()]);
    },
  };
}

/** Runs work that nothing waits for; what goes wrong is logged. */
const guardWith =
  ({ room, log }: Pick<SupervisionDeps, 'room' | 'log'>) =>
  (what: string, work: () => Promise<void>) =>
  (): void => {
    work().then(undefined, (error: unknown) => {
      if (!room.noteFault(error)) log('error', `${what}: ${String(error)}`);
    });
  };

/** One without a row may be at work: its row was lost. */
const forgetEnded = ({ attempts, store }: SupervisionDeps): Promise<void> =>
  attempts.ensureForgottenBut(async (id) => {
    const session = await store.findSession(id);
    return session === undefined || !isOver(session);
  });

/**
 * One look at what a key stands for: a session, a run, a race, a loop, all loops, a schedule, the queue,
 * mail, all participants, what will not merge.
 */
function createRound(
  deps: SupervisionDeps & LoopDeps & Readonly<{ uses: UseWatch }>,
  news: InboxNews,
  wake: (key: string) => void,
): (key: string) => Promise<NextRound> {
  const keepQueue = createQueueRound(deps);
  const roundOfRun = createRunRound(deps, news, wake);
  const conflicts = createConflictWatch(deps, () => wake(CONFLICTS_KEY));
  const roundOfSession = createSessionRound(deps, wake, async (session) => {
    conflicts.note(session);
    await deps.uses.follow(session);
  });
  const wakeLoops = async (): Promise<NextRound> => {
    for (const { id } of await deps.store.listLoops({ isLive: true })) wake(loopKey(id));
    return { restUntil: null };
  };
  const wakeAll = async (): Promise<NextRound> => {
    for (const { id } of await deps.store.listLiveBriefly()) wake(id);
    for (const { id } of await deps.store.listLiveRuns()) wake(runKey(id));
    for (const { id } of await deps.store.listRaces({ isLive: true })) wake(raceKey(id));
    return wakeLoops();
  };
  return async (key) => {
    deps.ensureProjectWatched(() => wake(PROJECT_KEY));
    if (key === PROJECT_KEY) return wakeAll();
    if (key === LOOPS_KEY) return wakeLoops();
    if (key === MAIL_KEY) return remindSenders(deps);
    if (key === QUEUE_KEY) {
      await wakeLoops();
      return keepQueue();
    }
    if (key === CONFLICTS_KEY) return conflicts.round();
    if (key === PARTICIPANTS_KEY) return reconcileParticipants(deps);
    const loopId = loopOfKey(key);
    if (loopId !== null) {
      const next = await reconcileLoop(deps, loopId);
      // What becomes ready in a queue elsewhere shows in no row of ours.
      return deps.outside === null ? next : notAfter(next, deps.clock.now() + deps.config.timeouts.sweepMs);
    }
    const raceId = raceOfKey(key);
    if (raceId !== null) return reconcileRace(deps, raceId);
    const scheduleId = scheduleOfKey(key);
    if (scheduleId !== null) return reconcileSchedule(deps, scheduleId);
    const runId = runOfKey(key);
    return runId === null ? roundOfSession(key) : roundOfRun(runId);
  };
}

/** The same work, never twice at a time: a call that comes too early is served by the next. */
function alone(work: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await work();
    } finally {
      isUnderWay = false;
    }
  };
}

/** The same work, once more after a call that came while it was under way: what it had passed by is seen. */
function onceMore(work: () => Promise<void>): () => Promise<void> {
  let [isUnderWay, isWanted] = [false, false];
  return async () => {
    isWanted = true;
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      isUnderWay = false;
    }
  };
}
