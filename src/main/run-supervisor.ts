import { randomUUID } from 'node:crypto';
import type { Config } from '../contract/config.ts';
import { fingerprintsOf } from '../contract/supervised.ts';
import { FULL_DISK } from '../domain/disk/room.ts';
import { holdsSlot } from '../domain/session/session.ts';
import { sweepLeftovers } from '../runtime/leftover/sweep-leftovers.ts';
import { observeBoot } from '../runtime/process/identity.ts';
import { ensureRuntimeDir } from '../runtime/project/ensure-project.ts';
import { noteProject } from '../runtime/project/registry.ts';
import { listPassedOver } from '../runtime/project/runtime-dir.ts';
import { startServer } from '../runtime/socket/server.ts';
import { sayReadiness } from '../runtime/supervisor/readiness.ts';
import type { Store, Write } from '../store/store.ts';
import { supervise } from '../supervisor/supervise.ts';
import { leastLevelOf } from '../views/log-line.ts';
import { saltedHash } from './compare-supervisor.ts';
import { createDrawers } from './drawers.ts';
import { createFolderWatches } from './folder-watches.ts';
import { guardHome } from './home-guard.ts';
import { keepCopies } from './keep-copies.ts';
import { writeError } from './output.ts';
import { type Project, textsOf } from './project.ts';
import { roundDeps } from './round-deps.ts';
import { type SupervisorLog, supervisorLog } from './supervisor-log.ts';
import { type LiveSettings, watchSettings } from './watch-settings.ts';
import { type Runtime, wireRuntime } from './wire-runtime.ts';

declare const __SWARM_VERSION__: string;

/** Of this process, whatever settings it has taken in since. */
const STARTED_AT = Date.now();
const SALT = randomUUID();

/** Serves one project until it is told to stop, or nothing has been left to do for a while. */
export async function runSupervisor(project: Project, env: NodeJS.ProcessEnv): Promise<void> {
  const leaving = leave();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leaving.now);
  noteProject(project.paths.root, env);
  sweepLeftovers(project.paths, textsOf(env)).catch(sayLeft);
  const home = guardHome(project.paths.swarmDir, {
    everyMs: project.config.timeouts.sweepMs,
    onGone: () => {
      supervisorLog('warn')('warn', `${project.paths.swarmDir} was moved or deleted: leaving`);
      leaving.now();
    },
  });
  const settings = watchSettings(project, env, supervisorLog(leastLevelOf(project.config)));
  let runtime: Runtime;
  do {
    const served = { ...project, config: settings.config(), store: home.guarded(project.store) };
    runtime = wireRuntime(served, env);
    await serveUntilChange(served, { runtime, env, settings, leaving });
  } while (!leaving.isAsked());
  settings.close();
  // Agents that are still at work keep their panes; what is left of the server goes with the last of them.
  if (home.isDeleted()) await runtime.tmux.ensureServerEnded();
  else await runtime.tmux.ensureServerEnds().catch(sayLeft);
  home.close();
  await project.store.settle().catch(sayLeft);
  await project.store.close();
}

const sayLeft = (error: unknown): void => writeError(`something was left behind: ${String(error)}\n`);

type Leaving = Readonly<{ asked: Promise<void>; isAsked: () => boolean; now: () => void }>;

function leave(): Leaving {
  let now = (): void => {};
  let isAsked = false;
  const asked = new Promise<void>((resolve) => {
    now = () => {
      isAsked = true;
      resolve();
    };
  });
  return { asked, isAsked: () => isAsked, now };
}

type Serving = Readonly<{
  runtime: Runtime;
  env: NodeJS.ProcessEnv;
  settings: LiveSettings;
  leaving: Leaving;
}>;

/** Serves by the settings as they are now. Agents work on while others are taken in. */
async function serveUntilChange(project: Project, serving: Serving): Promise<void> {
  const { runtime, env, settings, leaving } = serving;
  const changed = settings.changed();
  // What is opened later says so too.
  runtime.tmux.ensureServerStays().catch(sayLeft);
  const service = await startService(project, { runtime, env, settings, onStop: leaving.now });
  const copies = keepCopies(project, (error) =>
    service.log('warn', `no copy of the store: ${String(error)}`),
  );
  sayReadiness(env, { is: 'ready' });
  const idle = idleWatch({
    isIdle: service.isIdle,
    afterMs: project.config.supervisor.idleStopMs,
    onIdle: leaving.now,
  });
  await Promise.race([leaving.asked, changed]);
  idle.close();
  await service.close();
  await copies.close();
}

type Service = Readonly<{
  isIdle: () => Promise<boolean>;
  log: SupervisorLog;
  close: () => Promise<void>;
}>;
type ServiceParts = Omit<Serving, 'leaving'> & Readonly<{ onStop: () => void }>;

async function startService(project: Project, parts: ServiceParts): Promise<Service> {
  const { runtime, env, onStop } = parts;
  const { paths, config } = project;
  const log = supervisorLog(leastLevelOf(config));
  const isServing = sayOnceGone(project, log);
  const logError = (error: unknown): void => {
    if (deps.room.noteFault(error)) return;
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const listeners = createCommitListeners();
  const store = announcing(project.store, (writes) => {
    log('debug', `saved ${writes.map(({ kind }) => kind).join(', ')}`);
    listeners.tell(writes);
  });
  const watches = createFolderWatches(paths);
  const wired = {
    project: { ...project, store },
    runtime,
    env,
    watches,
    log,
    boot: await observeBoot(),
    wake: (id: string) => supervision.wake(id),
  };
  const deps = roundDeps(wired);
  const supervision = supervise(deps);
  const drawers = createDrawers(project, store, logError);
  ensureSocketFolder(paths, env, log);
  const server = await startServer(paths.socketFile, {
    greeting: greetingOf(parts, () => deps.room.isFull()),
    onPoke: (ids) => {
      log('debug', `poked for ${ids.join(', ') || 'everything'}`);
      for (const id of ids) supervision.wake(id);
      listeners.tell([], true);
    },
    onStop,
    isServing,
  });
  listeners.set((freesSlot) => {
    server.announceChange();
    drawers.touch();
    if (freesSlot) supervision.wakeWaiting().catch(logError);
  });
  listeners.tell([], true);
  const hearOthers = (): void => {
    supervision.lookAround();
    server.announceChange();
  };
  const others = await listenToOthers(config, hearOthers, logError);
  const listening = setInterval(() => void server.ensureListening().catch(logError), config.timeouts.sweepMs);
  const watching = setInterval(() => {
    if (!isServing()) onStop();
  }, config.timeouts.sweepMs);
  return {
    isIdle: supervision.isIdle,
    log,
    close: async () => {
      clearInterval(listening);
      clearInterval(watching);
      await Promise.all([server.stopListening(), others.close()]);
      await supervision.stop();
      await drawers.stop();
      watches.close();
    },
  };
}

const greetingOf = ({ settings, env }: ServiceParts, isFull: () => boolean) => ({
  pid: process.pid,
  version: __SWARM_VERSION__,
  startedAt: STARTED_AT,
  get trouble() {
    return isFull() ? FULL_DISK : (settings.problem() ?? undefined);
  },
  salt: SALT,
  goesBy: fingerprintsOf({ values: settings.values() }, env, saltedHash(SALT)),
});

/** Other hosts change rows too, where they share the store. */
async function listenToOthers(
  { store, timeouts }: Config,
  onChange: () => void,
  onFault: (error: unknown) => void,
): Promise<Readonly<{ close: () => Promise<void> }>> {
  if (store === null) return { close: async () => {} };
  const { listenForChanges } = await import('../store/postgres/change-listener.ts');
  const listener = listenForChanges(store, onChange);
  const ensure = (): void => void listener.ensureListening().catch(onFault);
  ensure();
  const timer = setInterval(ensure, timeouts.sweepMs);
  return {
    close: async () => {
      clearInterval(timer);
      await listener.close();
    },
  };
}

/** False once nothing that it writes is read any more, which is said once. */
function sayOnceGone({ isStoreIntact, paths }: Project, log: SupervisorLog): () => boolean {
  let isSaid = false;
  return () => {
    const isThere = isStoreIntact();
    if (!isThere && !isSaid)
      log('error', `${paths.swarmDir}, or the store in it, was removed or replaced: leaving`);
    isSaid = !isThere;
    return isThere;
  };
}

function ensureSocketFolder(paths: Project['paths'], env: NodeJS.ProcessEnv, log: SupervisorLog): void {
  ensureRuntimeDir(paths);
  for (const { dir, why } of listPassedOver(env, paths.runtimeDir))
    log('warn', `the socket does not lie in ${dir}: ${why}`);
}

type TellCommit = (writes: readonly Write[], freesSlot?: boolean) => void;

/** Tells of every commit, and whether it may have freed a slot. Silent until a listener is set. */
function createCommitListeners(): { tell: TellCommit; set: (listen: (freesSlot: boolean) => void) => void } {
  let listener = (_: boolean): void => {};
  return {
    tell: (writes, freesSlot = writes.some(leavesSlot)) => listener(freesSlot),
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

type IdleDeps = Readonly<{ isIdle: () => Promise<boolean>; afterMs: number | null; onIdle: () => void }>;

const LOOKS = 4;

/** Says once that nothing has been left to do for so long. Null means: never. */
function idleWatch({ isIdle, afterMs, onIdle }: IdleDeps): { close: () => void } {
  if (afterMs === null) return { close: () => {} };
  let idleLooks = 0;
  const look = async (): Promise<void> => {
    idleLooks = (await isIdle()) ? idleLooks + 1 : 0;
    if (idleLooks >= LOOKS) onIdle();
  };
  const timer = setInterval(() => void look().catch(() => undefined), Math.max(1, afterMs / LOOKS));
  timer.unref();
  return { close: () => clearInterval(timer) };
}
