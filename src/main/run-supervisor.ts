import { join } from 'node:path';
import { holdsSlot } from '../domain/session/session.ts';
import { realClock } from '../runtime/clock/real-clock.ts';
import { writeAtomic } from '../runtime/files/write-atomic.ts';
import { iterationLog } from '../runtime/log/iteration-log.ts';
import { orchestratorLog, weekBegan } from '../runtime/log/orchestrator-log.ts';
import { ensureRuntimeDir } from '../runtime/project/ensure-project.ts';
import { startServer } from '../runtime/socket/server.ts';
import { sayReadiness } from '../runtime/supervisor/readiness.ts';
import type { Store, Write } from '../store/store.ts';
import { createMetricsDrawer } from '../supervisor/drawing/draw-metrics.ts';
import { createLogWriter } from '../supervisor/drawing/write-log.ts';
import { supervise } from '../supervisor/supervise.ts';
import { renderIterationLines } from '../views/iteration-log.ts';
import { leastLevelOf, logLinesFrom } from '../views/log-line.ts';
import { createFolderWatches } from './folder-watches.ts';
import { idleWatch } from './idle-watch.ts';
import type { Project } from './project.ts';
import { roundDeps } from './round-deps.ts';
import { supervisorLog } from './supervisor-log.ts';
import { type Runtime, wireRuntime } from './wire-runtime.ts';

declare const __SWARM_VERSION__: string;

/** Serves one project until it is told to stop, or nothing has been left to do for a while. */
export async function runSupervisor(project: Project, env: NodeJS.ProcessEnv): Promise<void> {
  const leaving = leave();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leaving.now);
  const runtime = wireRuntime(project, env);
  const service = await startService(project, { runtime, env, onStop: leaving.now });
  sayReadiness(env, { is: 'ready' });
  const idle = idleWatch({
    isIdle: service.isIdle,
    afterMs: project.config.supervisor.idleStopMs,
    onIdle: leaving.now,
  });
  await leaving.asked;
  idle.close();
  await service.close();
  if ((await project.store.listLive()).length === 0) await runtime.tmux.ensureServerGone();
  await project.store.close();
}

function leave(): { asked: Promise<void>; now: () => void } {
  let now = (): void => {};
  const asked = new Promise<void>((resolve) => {
    now = resolve;
  });
  return { asked, now };
}

type Service = Readonly<{ isIdle: () => Promise<boolean>; close: () => Promise<void> }>;
type ServiceParts = Readonly<{ runtime: Runtime; env: NodeJS.ProcessEnv; onStop: () => void }>;

async function startService(project: Project, { runtime, env, onStop }: ServiceParts): Promise<Service> {
  const { places, config } = project;
  const log = supervisorLog(leastLevelOf(config));
  const logError = (error: unknown): void =>
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  const listeners = createCommitListeners();
  const store = announcing(project.store, (writes) => {
    log('debug', `saved ${writes.map(({ kind }) => kind).join(', ')}`);
    listeners.tell(writes);
  });
  const watches = createFolderWatches(places);
  const wired = {
    project: { ...project, store },
    runtime,
    env,
    watches,
    log,
    wake: (id: string) => supervision.wake(id),
  };
  const supervision = supervise(roundDeps(wired));
  const writeLog = createLogWriter({
    store,
    file: orchestratorLog(places.logsDir, { keptDays: config.log.retentionDays }),
    now: realClock.now,
    weekBegan,
    renderLine: logLinesFrom(leastLevelOf(config)),
  });
  const writeIterations = createLogWriter({
    store,
    file: iterationLog(places.swarmDir),
    now: realClock.now,
    weekBegan,
    renderLine: renderIterationLines,
  });
  const metrics = createMetricsDrawer({
    store,
    clock: realClock,
    draw: (text) => writeAtomic(join(places.swarmDir, 'metrics.json'), text),
    onFault: logError,
  });
  ensureRuntimeDir(places);
  const server = await startServer(places.socketFile, {
    greeting: { pid: process.pid, version: __SWARM_VERSION__, startedAt: Date.now() },
    onPoke: (ids) => {
      log('debug', `poked for ${ids.join(', ') || 'everything'}`);
      for (const id of ids) supervision.wake(id);
      listeners.tell([], true);
    },
    onStop,
  });
  listeners.set((hasPlace) => {
    server.announceChange();
    writeLog().catch(logError);
    writeIterations().catch(logError);
    metrics.touch();
    if (hasPlace) supervision.wakeWaiting().catch(logError);
  });
  listeners.tell([], true);
  const listening = setInterval(() => void server.ensureListening().catch(logError), config.timeouts.sweepMs);
  return {
    isIdle: supervision.isIdle,
    close: async () => {
      clearInterval(listening);
      await server.stopListening();
      await supervision.stop();
      await metrics.stop();
      watches.close();
    },
  };
}

type TellCommit = (writes: readonly Write[], hasPlace?: boolean) => void;

/** Tells of every commit, and whether it may have freed a slot. Silent until a listener is set. */
function createCommitListeners(): { tell: TellCommit; set: (listen: (hasPlace: boolean) => void) => void } {
  let listener = (_: boolean): void => {};
  return {
    tell: (writes, hasPlace = writes.some(leavesSlot)) => listener(hasPlace),
    set: (listen) => {
      listener = listen;
    },
  };
}

const leavesSlot = (write: Write): boolean =>
  write.kind === 'step-session' && holdsSlot(write.step.from.state) && !holdsSlot(write.step.to.state);

function announcing(store: Store, onSaved: TellCommit): Store {
  return {
    ...store,
    async commit(writes) {
      const result = await store.commit(writes);
      if (result.saved) onSaved(writes);
      return result;
    },
  };
}
