import type { App } from '../app/app.ts';
import type { AppDeps, VerbDeps } from '../app/deps.ts';
import type { Ask } from '../app/verbs.ts';
import { accept } from '../domain/outcome.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import { appDeps, personaPlaces } from './app-deps.ts';
import { askOf } from './ask.ts';
import { readFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import { actorOf, type Env, openProject, type Project } from './project.ts';
import { type SupervisorLine, supervisorLine } from './supervisor-line.ts';
import type { Runtime } from './wire-runtime.ts';

/** Everything that a door needs of one project. */
export type OpenedApp = Readonly<{
  app: App;
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
  return {
    app: wireApp(deps, project),
    deps,
    ask: askOf(deps),
    project,
    runtime,
    ensureSupervisor,
    connect,
    close: () => project.store.close(),
  };
}

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

function wireApp(deps: AppDeps, project: Project): App {
  return {
    listPersonas: async () => {
      const { listPersonas } = await import('../runtime/persona/list-personas.ts');
      return accept(await listPersonas(personaPlaces(project)));
    },
    mergeRun: async (input, watch) => (await import('../app/run/merge-run.ts')).mergeRun(deps, input, watch),
    killSession: async (input) => (await import('../app/session/kill-session.ts')).killSession(deps, input),
    readResult: async (input) => (await import('../app/session/read-result.ts')).readResult(deps, input),
    sendMessage: async (input) => (await import('../app/message/add-message.ts')).addMessage(deps, input),
    listUsage: async (input) => (await import('../app/project/list-usage.ts')).listUsage(deps, input),
    listEvents: async (input) => (await import('../app/project/list-events.ts')).listEvents(deps, input),
    cleanProject: async (input) =>
      (await import('../app/project/clean-project.ts')).cleanProject(deps, input),
    pauseProject: async (input) =>
      (await import('../app/project/pause-project.ts')).pauseProject(deps, input),
    ...wireRest(deps),
  };
}

const wireRest = (deps: AppDeps) =>
  ({
    findTarget: async (input) => (await import('../app/run/find-target.ts')).findTarget(deps, input),
    startRun: async (input) => (await import('../app/run/start-run.ts')).startRun(deps, input),
    listRuns: async (input) => (await import('../app/run/list-runs.ts')).listRuns(deps, input),
    showRun: async (input) => (await import('../app/run/show-run.ts')).showRun(deps, input),
    stopRun: async (input) => (await import('../app/run/stop-run.ts')).stopRun(deps, input),
    killRun: async (input) => (await import('../app/run/kill-run.ts')).killRun(deps, input),
    openRole: async (input) => (await import('../app/run/open-role.ts')).openRole(deps, input),
    postMessage: async (input) => (await import('../app/run/post-message.ts')).postMessage(deps, input),
    cleanRun: async (input) => (await import('../app/run/clean-run.ts')).cleanRun(deps, input),
    exportRun: async (input) => (await import('../app/run/export-run.ts')).exportRun(deps, input),
    listRunMessages: async (input) =>
      (await import('../app/run/run-messages.ts')).listRunMessages(deps, input),
    showMessage: async (input) => (await import('../app/run/run-messages.ts')).showMessage(deps, input),
    requeueMessage: async (input) =>
      (await import('../app/run/requeue-message.ts')).requeueMessage(deps, input),
    addWork: async (input) => (await import('../app/queue/add-work.ts')).addWork(deps, input),
    listWork: async (input) => (await import('../app/queue/list-work.ts')).listWork(deps, input),
    showWork: async (input) => (await import('../app/queue/show-work.ts')).showWork(deps, input),
    nextWork: async (input) => (await import('../app/queue/next-work.ts')).nextWork(deps, input),
    claimWork: async (input) => (await import('../app/queue/claim-work.ts')).claimWork(deps, input),
    releaseWork: async (input) => (await import('../app/queue/settle-work.ts')).releaseWork(deps, input),
    finishWork: async (input) => (await import('../app/queue/finish-work.ts')).finishWork(deps, input),
    failWork: async (input) => (await import('../app/queue/settle-work.ts')).failWork(deps, input),
    reportWork: async (input) => (await import('../app/queue/settle-work.ts')).reportWork(deps, input),
    reorderWork: async (input) => (await import('../app/queue/reorder-work.ts')).reorderWork(deps, input),
    importWork: async (input) => (await import('../app/queue/import-work.ts')).importWork(deps, input),
    exportWork: async (input) => (await import('../app/queue/list-work.ts')).exportWork(deps, input),
    startLoop: async (input) => (await import('../app/loop/start-loop.ts')).startLoop(deps, input),
    showLoop: async (input) => (await import('../app/loop/change-loop.ts')).showLoop(deps, input),
    listLoops: async (input) => (await import('../app/loop/change-loop.ts')).listLoops(deps, input),
    stopLoop: async (input) => (await import('../app/loop/change-loop.ts')).stopLoop(deps, input),
    pauseLoops: async (input) => (await import('../app/loop/change-loop.ts')).pauseLoops(deps, input),
    unpauseLoops: async (input) => (await import('../app/loop/change-loop.ts')).unpauseLoops(deps, input),
    addSchedule: async (input) => (await import('../app/schedule/add-schedule.ts')).addSchedule(deps, input),
    showSchedule: async (input) =>
      (await import('../app/schedule/show-schedule.ts')).showSchedule(deps, input),
    pauseSchedule: async (input) =>
      (await import('../app/schedule/change-schedule.ts')).pauseSchedule(deps, input),
    unpauseSchedule: async (input) =>
      (await import('../app/schedule/change-schedule.ts')).unpauseSchedule(deps, input),
    removeSchedule: async (input) =>
      (await import('../app/schedule/change-schedule.ts')).removeSchedule(deps, input),
    runSchedule: async (input) =>
      (await import('../app/schedule/change-schedule.ts')).runSchedule(deps, input),
    unpauseProject: async () => (await import('../app/project/pause-project.ts')).unpauseProject(deps),
    listSchedules: async () => (await import('../app/schedule/show-schedule.ts')).listSchedules(deps),
  }) satisfies Partial<App>;
