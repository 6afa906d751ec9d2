import { LOOPS_KEY, loopKey, loopOfKey, PROJECT_KEY } from '../domain/loop/names.ts';
import { QUEUE_KEY } from '../domain/queue/queue-key.ts';
import { runKey, runOfKey } from '../domain/run/names.ts';
import { scheduleOfKey } from '../domain/schedule/names.ts';
import type { QueueDrawings } from '../runtime/files/queue-drawings.ts';
import type { Gates } from '../runtime/gate/gates.ts';
import { type Look, notAfter } from './deps.ts';
import { createGateRunner } from './gate/gate-runner.ts';
import type { LoopDeps } from './loop/loop-deps.ts';
import { reconcileLoop } from './loop/reconcile-loop.ts';
import { noteFault } from './note-fault.ts';
import { startNotifications } from './notify/notifications.ts';
import type { NotifyDeps } from './notify/reconcile-notifications.ts';
import { createQueueRound } from './queue/queue-round.ts';
import { createInboxNews, type InboxNews } from './run/inbox-news.ts';
import { createRunRound } from './run/run-round.ts';
import { reconcileSchedule, type ScheduleRoundDeps } from './schedule/reconcile-schedule.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import { createSessionRound } from './session/session-round.ts';
import { listWaiting } from './session/waiting-for-slot.ts';
import { watchDisk } from './session/watch-disk.ts';
import { createSweep } from './sweep/sweep.ts';

/** Sizes change slowly, and the look is not free: one in so many sweeps. */
const SWEEPS_PER_DISK_LOOK = 6;

export type Supervision = Readonly<{
  wake: (id: string) => void;
  /** A slot is free, or may be: sessions that wait for one get a round. */
  wakeWaiting: () => Promise<void>;
  isIdle: () => Promise<boolean>;
  stop: () => Promise<void>;
}>;

export type SupervisionDeps = Omit<LoopDeps, 'gateRunner'> &
  NotifyDeps &
  Pick<ScheduleRoundDeps, 'timetables'> &
  Readonly<{
    /** Keeps watching the folders of a live session's attempt, and calls back when something moves there. */
    ensureWatched: (session: { id: string; attempt: number }, look: () => void) => void;
    queueDrawings: QueueDrawings;
    gates: Gates;
    /** The same for the outboxes of a run. */
    ensureRunWatched: (runId: string, look: () => void) => void;
    /** The same for the file that holds all loops up. */
    ensureProjectWatched: (look: () => void) => void;
    ensureUnwatched: (key: string) => void;
  }>;

/** The dull part: wakes rounds by events, by time and by a slow sweep, until it is told to stop. */
export function supervise(outer: SupervisionDeps): Supervision {
  const notifications = startNotifications(outer);
  const news = createInboxNews();
  const gateRunner = createGateRunner(outer.gates, (key) => scheduler.wake(key));
  const deps = { ...outer, gateRunner, store: news.listenTo(notifications.listenTo(outer.store)) };
  const warned = new Set<string>();

  const sweep = createSweep(deps);
  const round = sweep.recorded(createRound(deps, news, (key) => scheduler.wake(key)));
  const onFault = async (id: string, error: unknown, failures: number): Promise<void> => {
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
    for (const id of listWaiting(live, deps.config.limits.sessions)) scheduler.wake(id);
  };
  const lookAround = alone(async () => {
    notifications.wake();
    await sweep.run(scheduler.wake);
  });
  const guarded = (what: string, work: () => Promise<void>) => () => {
    work().then(undefined, (error: unknown) => deps.log('error', `${what}: ${String(error)}`));
  };

  const timers = [
    setInterval(guarded('sweep', lookAround), deps.config.timeouts.sweepMs),
    setInterval(
      guarded('disk watch', () => watchDisk(deps, warned, sweep.takeChanged())),
      deps.config.timeouts.sweepMs * SWEEPS_PER_DISK_LOOK,
    ),
  ];
  guarded('first sweep', lookAround)();

  return {
    wake: scheduler.wake,
    wakeWaiting,
    isIdle: async () => {
      const isBusy = !scheduler.isQuiet() || (await deps.store.listLiveBriefly()).length > 0;
      if (isBusy || (await deps.store.listLiveRuns()).length > 0) return false;
      return !(await hasMoreToBegin(deps)) && notifications.isQuiet();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([gateRunner.stop(), scheduler.stop(), notifications.stop()]);
    },
  };
}

/** Whether time or the queue alone brings something to do. */
async function hasMoreToBegin({ store }: SupervisionDeps): Promise<boolean> {
  const loops = await store.listLoops({ isLive: true });
  const schedules = await store.listSchedules({ isLive: true });
  return loops.some(({ state }) => state === 'running') || schedules.some(({ state }) => state === 'active');
}

/** One look at whatever a key stands for: a session, a run, a loop, all loops, a schedule, the queue. */
function createRound(
  deps: SupervisionDeps & LoopDeps,
  news: InboxNews,
  wake: (key: string) => void,
): (key: string) => Promise<Look> {
  const keepQueue = createQueueRound(deps);
  const roundOfRun = createRunRound(deps, news, wake);
  const roundOfSession = createSessionRound(deps, wake);
  const wakeLoops = async (): Promise<Look> => {
    for (const { id } of await deps.store.listLoops({ isLive: true })) wake(loopKey(id));
    return { restUntil: null };
  };
  const wakeAll = async (): Promise<Look> => {
    for (const { id } of await deps.store.listLiveBriefly()) wake(id);
    for (const { id } of await deps.store.listLiveRuns()) wake(runKey(id));
    return wakeLoops();
  };
  return async (key) => {
    if (key === PROJECT_KEY) return wakeAll();
    if (key === LOOPS_KEY) return wakeLoops();
    if (key === QUEUE_KEY) {
      await wakeLoops();
      return keepQueue();
    }
    const loopId = loopOfKey(key);
    if (loopId !== null) {
      deps.ensureProjectWatched(() => wake(PROJECT_KEY));
      const look = await reconcileLoop(deps, loopId);
      // What becomes ready in a queue elsewhere shows in no row of ours.
      return deps.outside === null ? look : notAfter(look, deps.clock.now() + deps.config.timeouts.sweepMs);
    }
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
