import type { App } from '../app/app.ts';
import type { AppDeps, VerbDeps } from '../app/deps.ts';
import type { Ask } from '../app/verbs.ts';
import { accept } from '../domain/outcome.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { SupervisorSight } from '../runtime/supervisor/start.ts';
import { appDeps } from './app-deps.ts';
import { askOf } from './ask.ts';
import { readFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import type { MachinePlace } from './machine-ports.ts';
import { placeDeps } from './place-deps.ts';
import { actorOf, type Env, openProject, type Project } from './project.ts';
import type { Runtime } from './wire-runtime.ts';
import type { ProjectFolder } from './workflow-ports.ts';

/** Everything that a door needs of one project. */
export type OpenedApp = Readonly<{
  app: App;
  deps: AppDeps;
  ask: Ask;
  project: Project;
  /** Loaded when it is first asked for. */
  runtime: () => Promise<Runtime>;
  /** A supervisor is there afterwards. */
  ensureSupervisor: () => Promise<SupervisorSight>;
  /** A line to the supervisor; null when none runs. */
  connect: () => Promise<SupervisorClient | null>;
  close: () => Promise<void>;
}>;

export async function openApp(root: string, env: Env): Promise<OpenedApp> {
  const project = await openProject(root, env, readFailpoints(env, 'SWARM'));
  const runtime = openRuntime(project, env);
  const summon = async (): Promise<SupervisorSight> =>
    (await import('./supervisor-port.ts')).startSupervisor(project, env);
  const reach = async (): Promise<SupervisorClient | null> =>
    (await import('./supervisor-port.ts')).reachSupervisor(project);
  const poke = async (sessionId: string): Promise<void> => {
    const client = await reach();
    const isHeard = (await client?.poke([sessionId])) ?? false;
    client?.close();
    // A supervisor that starts looks at everything, so there is nobody left to poke.
    if (!isHeard) await summon();
  };
  const deps = depsOf(project, runtime, { env, poke, ensureSupervisor: summon });
  const opened: OpenedApp = {
    app: wireApp(deps),
    deps,
    ask: askOf(
      deps,
      placeDeps(
        folderOf(project),
        machineOf(project, env, async () => opened),
      ),
    ),
    project,
    runtime,
    ensureSupervisor: summon,
    connect: reach,
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

type Caller = Pick<AppDeps, 'poke' | 'ensureSupervisor'> & Readonly<{ env: Env }>;

function depsOf(project: Project, runtime: OpenedApp['runtime'], caller: Caller): AppDeps {
  const { env, poke, ensureSupervisor } = caller;
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
  return { ...appDeps(core, { project, runtime, env }), ensureSupervisor };
}

function wireApp(deps: AppDeps): App {
  return {
    findSession: async ({ sessionId }) =>
      (await import('../app/session/find-session.ts')).findSession(deps.store, sessionId),
    createSession: async (input) =>
      (await import('../app/session/create-session.ts')).createSession(deps, input),
    listSessions: async (input) =>
      (await import('../app/session/list-sessions.ts')).listSessions(deps, input),
    showSession: async (input) => (await import('../app/session/show-session.ts')).showSession(deps, input),
    killSession: async (input) => (await import('../app/session/kill-session.ts')).killSession(deps, input),
    takeOver: async (input) => (await import('../app/session/take-over.ts')).takeOver(deps, input),
    handBack: async (input) => (await import('../app/session/hand-back.ts')).handBack(deps, input),
    readResult: async (input) => (await import('../app/session/read-result.ts')).readResult(deps, input),
    archiveSessions: async (input) =>
      (await import('../app/session/archive-sessions.ts')).archiveSessions(deps, input),
    restoreSession: async (input) =>
      (await import('../app/session/archive-sessions.ts')).restoreSession(deps, input),
    sendMessage: async (input) => (await import('../app/message/send-message.ts')).sendMessage(deps, input),
    listQuestions: async (input) =>
      (await import('../app/question/list-questions.ts')).listQuestions(deps, input),
    showQuestion: async (input) =>
      (await import('../app/question/show-question.ts')).showQuestion(deps, input),
    answerQuestion: async (input) =>
      (await import('../app/question/answer-question.ts')).answerQuestion(deps, input),
    listEvents: async (input) => {
      const { listEvents } = await import('../app/event/list-events.ts');
      const listed = await listEvents(deps, input);
      return listed.ok ? accept(listed.value.entries) : listed;
    },
    interruptSession: async (input) =>
      (await import('../app/session/interrupt-session.ts')).interruptSession(deps, input),
    interruptProject: async (input) =>
      (await import('../app/project/interrupt-project.ts')).interruptProject(deps, input),
    ...wireRest(deps),
  };
}

const wireRest = (deps: AppDeps) =>
  ({
    findTarget: async (input) => (await import('../app/run/find-target.ts')).findTarget(deps, input),
    listRuns: async (input) => (await import('../app/run/list-runs.ts')).listRuns(deps, input),
    showRun: async (input) => (await import('../app/run/show-run.ts')).showRun(deps, input),
    listMessages: async () => (await import('../app/message/list-messages.ts')).listMessages(deps),
  }) satisfies Partial<App>;
