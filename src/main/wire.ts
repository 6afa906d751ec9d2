import type { AppDeps, VerbDeps } from '../app/deps.ts';
import type { Ask } from '../app/verbs.ts';
import { Fault } from '../domain/fault.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import { appDeps } from './app-deps.ts';
import { type Admit, askOf } from './ask.ts';
import { callerOf } from './caller.ts';
import { readFailpoints } from './failpoints.ts';
import { folderDeps } from './folder-deps.ts';
import { lazy } from './lazy.ts';
import type { WorkingFolder } from './machine-ports.ts';
import { actorOf, type Env, openProject, type Project } from './project.ts';
import { type SupervisorLine, supervisorLine } from './supervisor-line.ts';
import type { Runtime } from './wire-runtime.ts';
import type { ProjectFolder } from './workflow-ports.ts';

/** Everything that a door needs of one project. */
export type OpenedApp = Readonly<{
  deps: AppDeps;
  ask: Ask;
  project: Project;
  /** Loaded when it is first asked for. */
  runtime: () => Promise<Runtime>;
  close: () => Promise<void>;
}> &
  SupervisorLine;

/** What a door hears of the supervisor. */
export type OpeningListener = Readonly<{
  /** A word did not reach the supervisor: what was asked is recorded all the same. */
  onUnreached?: (fault: Fault) => void;
  /** The supervisor that runs goes by other variables than this process. */
  onUnobeyed?: (names: readonly string[]) => void;
  /** What keeps the supervisor that runs from its work, or from the settings of the file. */
  onTrouble?: (words: string) => void;
  /** A supervisor of an older version was replaced. Without this it stays. */
  onReplaced?: (version: string) => void;
}>;

type Door = Readonly<{ admit: Admit }> & OpeningListener;

const REPLACE_LIMIT_MS = 30_000;

export async function openApp(root: string, env: Env, door: Door): Promise<OpenedApp> {
  const { admit, onUnreached } = door;
  const project = await openProject(root, env, readFailpoints(env, 'SWARM'));
  const runtime = openRuntime(project, env);
  const line = supervisorLine(project.paths, env);
  const { connect, ensureSupervisor } = line;
  const poke = async (sessionId: string): Promise<void> => {
    assertStoreIntact(project);
    const client = await connect();
    const isReplaced = client !== null && (await meet(client, { project, env, door }));
    const isHeard = (!isReplaced && (await client?.poke([sessionId]))) || false;
    client?.close();
    // A supervisor that starts looks at everything, so nothing is left to poke.
    if (!isHeard) await ensureSupervisor().catch(tellUnreached(onUnreached));
  };
  const deps = depsOf(project, runtime, { env, poke });
  const machine = machineOf(project, env, async () => opened);
  const opened: OpenedApp = {
    deps,
    ask: askOf(deps, folderDeps(folderOf(project, env), machine), {
      admit,
      caller: callerOf(env, async () => project.paths),
    }),
    project,
    runtime,
    ...line,
    close: () => project.store.close(),
  };
  return opened;
}

type Meeting = Readonly<{ project: Project; env: Env; door: Door }>;

/** Tells what the supervisor that runs does otherwise. True when it was older, and has left. */
async function meet(client: SupervisorClient, { project, env, door }: Meeting): Promise<boolean> {
  if (door.onUnobeyed === undefined || env.SWARM_ATTEMPT_DIR) return false;
  const { compareSupervisor } = await import('./compare-supervisor.ts');
  const { unobeyed, olderVersion } = compareSupervisor(client.greeting, project, env);
  if (olderVersion !== null && door.onReplaced && (await client.stop(REPLACE_LIMIT_MS))) {
    door.onReplaced(olderVersion);
    return true;
  }
  if (unobeyed.length > 0) door.onUnobeyed(unobeyed);
  if (client.greeting.trouble) door.onTrouble?.(client.greeting.trouble);
  return false;
}

// Before the person is told that it was done.
function assertStoreIntact({ isStoreIntact, paths }: Project): void {
  if (isStoreIntact()) return;
  throw new Fault(
    'store-replaced',
    `${paths.swarmDir}, or the store in it, was removed or replaced meanwhile`,
    {
      hint: 'What this command wrote went with it, and nothing reads it. Run the command again.',
      retry: true,
    },
  );
}

/** Faults of starting or reaching a supervisor. */
const UNREACHED = new Set(['supervisor-failed', 'supervisor-stopped', 'runtime-dir-not-ours', 'disk-full']);

const tellUnreached =
  (onUnreached: OpeningListener['onUnreached']) =>
  (error: unknown): void => {
    const isUnreached = error instanceof Fault && UNREACHED.has(error.code);
    if (!isUnreached || onUnreached === undefined) throw error;
    onUnreached(error);
  };

const folderOf = ({ paths, loaded }: Project, env: Env): ProjectFolder => ({
  env,
  root: () => paths.root,
  cwd: process.cwd(),
  settings: async () => loaded,
});

const machineOf = ({ paths, loaded }: Project, env: Env, open: WorkingFolder['open']): WorkingFolder => ({
  env,
  open,
  root: () => paths.root,
  folder: () => paths.root,
  find: () => ({ root: paths.root, because: 'swarm-folder' }),
  settingsAt: async () => loaded,
});

function openRuntime(project: Project, env: Env): OpenedApp['runtime'] {
  let loading: Promise<Runtime> | null = null;
  const load = async (): Promise<Runtime> => (await import('./wire-runtime.ts')).wireRuntime(project, env);
  return () => {
    loading ??= load();
    return loading;
  };
}

type Caller = Readonly<{ env: Env; poke: VerbDeps['poke'] }>;

function depsOf(project: Project, runtime: OpenedApp['runtime'], { env, poke }: Caller): AppDeps {
  const { config, store, hostId } = project;
  const core: VerbDeps = {
    store,
    config,
    hostId,
    poke,
    clock: realClock,
    ids: realIds,
    attempts: lazy<VerbDeps['attempts']>(async () => (await runtime()).attempts),
    workspaces: lazy(async () => (await runtime()).workspaces),
    by: actorOf(env),
  };
  return appDeps(core, { project, runtime, env });
}
