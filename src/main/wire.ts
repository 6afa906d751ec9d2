import type { AppDeps, VerbDeps } from '../app/deps.ts';
import type { Ask } from '../app/verbs.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import { appDeps } from './app-deps.ts';
import { askOf } from './ask.ts';
import { readFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import type { MachinePlace } from './machine-ports.ts';
import { placeDeps } from './place-deps.ts';
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

export async function openApp(root: string, env: Env): Promise<OpenedApp> {
  const project = await openProject(root, env, readFailpoints(env, 'SWARM'));
  const runtime = openRuntime(project, env);
  const { connect, ensureSupervisor } = supervisorLine(project.places, env);
  const poke = async (sessionId: string): Promise<void> => {
    const client = await connect();
    const isHeard = (await client?.poke([sessionId])) ?? false;
    client?.close();
    // A supervisor that starts looks at everything, so nothing is left to poke.
    if (!isHeard) await ensureSupervisor();
  };
  const deps = depsOf(project, runtime, { env, poke });
  const machine = machineOf(project, env, async () => opened);
  const opened: OpenedApp = {
    deps,
    ask: askOf(deps, placeDeps(folderOf(project), machine)),
    project,
    runtime,
    ensureSupervisor,
    connect,
    close: () => project.store.close(),
  };
  return opened;
}

const folderOf = ({ places, loaded }: Project): ProjectFolder => ({
  root: () => places.root,
  cwd: process.cwd(),
  settings: async () => loaded,
});

const machineOf = ({ places, loaded }: Project, env: Env, open: MachinePlace['open']): MachinePlace => ({
  env,
  open,
  root: () => places.root,
  folder: () => places.root,
  find: () => ({ root: places.root, because: 'swarm-folder' }),
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
    attempts: lazy(async () => (await runtime()).attempts),
    workspaces: lazy(async () => (await runtime()).workspaces),
    by: actorOf(env),
  };
  return appDeps(core, { project, runtime, env });
}
