import { join } from 'node:path';
import type { App } from '../app/app.ts';
import type { VerbDeps } from '../app/deps.ts';
import { findSession } from '../app/session/find-session.ts';
import type { SettleDeps } from '../app/session/resolve-session.ts';
import { showSession } from '../app/session/show-session.ts';
import { accept } from '../domain/outcome.ts';
import type { Session } from '../domain/session/session.ts';
import { paneMarkOf } from '../runtime/attempt/attempt-folder.ts';
import { resultSeer } from '../runtime/attempt/has-result.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import type { Merges } from '../runtime/merge/merges.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { SupervisorSight } from '../runtime/supervisor/start.ts';
import { readFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import { lazyQueueVerbs } from './lazy-queue-verbs.ts';
import { lazyRunVerbs } from './lazy-run-verbs.ts';
import { lazySessionVerbs } from './lazy-session-verbs.ts';
import { nameSession } from './names.ts';
import { actorOf, bundleFile, type Env, openProject, type Project, textsOf } from './project.ts';
import { wireInterrupts } from './wire-interrupts.ts';
import { wireLoops } from './wire-loops.ts';
import type { Runtime } from './wire-runtime.ts';
import { wireSchedules } from './wire-schedules.ts';

/** Everything that a door needs of one project. */
export type OpenedApp = Readonly<{
  app: App;
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
  const summon = (): Promise<SupervisorSight> => startSupervisor(project, env);
  const reach = async (): Promise<SupervisorClient | null> => {
    const { connect } = await import('../runtime/socket/client.ts');
    return connect(project.places.socketFile);
  };
  const poke = async (sessionId: string): Promise<void> => {
    const client = await reach();
    const isHeard = (await client?.poke([sessionId])) ?? false;
    client?.close();
    // A supervisor that starts looks at everything, so there is nobody left to poke.
    if (!isHeard) await summon();
  };
  return {
    app: wireApp(project, runtime, { env, poke }),
    project,
    runtime,
    ensureSupervisor: summon,
    connect: reach,
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

async function startSupervisor({ places }: Project, env: Env): Promise<SupervisorSight> {
  const { ensureSupervisor } = await import('../runtime/supervisor/start.ts');
  return ensureSupervisor({
    places,
    program: [bundleFile('supervisor.cjs'), '--project', places.root],
    nodePath: process.execPath,
    env: withoutAttempt(env),
  });
}

// A supervisor that an agent happened to need must not think that it belongs to that agent.
const withoutAttempt = (env: Env): NodeJS.ProcessEnv => {
  const ours = /^SWARM_(SESSION_ID|ATTEMPT|RUN_ID|ROLE|(SESSION|ATTEMPT|OUTBOX)_DIR|(PROMPT|RESULT)_FILE)$/;
  const isOurs = (name: string): boolean => name === 'INTERRUPT_FILE' || ours.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)));
};

async function openMerges({ places, config }: Project, env: Env): Promise<Merges> {
  const { realMerges } = await import('../runtime/merge/real-merges.ts');
  const { workspaceSettings } = await import('./wire-runtime.ts');
  const { check, timeoutMs } = config.merge;
  return realMerges({
    ...workspaceSettings(places, config),
    logsDir: places.logsDir,
    check: check === null ? null : { command: check, limitMs: timeoutMs },
    env: textsOf(withoutAttempt(env)),
  });
}

const closerOf =
  (runtime: OpenedApp['runtime']) =>
  async ({ id: sessionId, attempt }: Session): Promise<void> =>
    (await runtime()).tmux.ensurePaneGone(paneMarkOf({ sessionId, attempt }));

type Caller = Readonly<{ env: Env; poke: VerbDeps['poke'] }>;

function wireApp(project: Project, runtime: OpenedApp['runtime'], { env, poke }: Caller): App {
  const { places, config, store, hostId } = project;
  const deps: VerbDeps = {
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
  const nameOf = (session: Session) => nameSession(places, config.tmux.prefix, session);
  const folders = lazy(async () => {
    const { realSessionFolders } = await import('../runtime/files/real-session-folders.ts');
    return realSessionFolders({ ...places, now: realClock.now });
  });
  // What only some commands need is loaded by them: every start would pay for it.
  const settle = async (): Promise<SettleDeps> =>
    (await import('./settling.ts')).settleDeps(deps, {
      project,
      runtime: await runtime(),
      path: env.PATH ?? '',
    });
  return {
    createSession: async (input) => {
      const { createSession } = await import('../app/session/create-session.ts');
      const { withDiskWarning } = await import('./check-machine.ts');
      const outcome = await createSession(
        {
          ...(await settle()),
          workspacePath: (sessionId) => join(places.worktreesDir, sessionId),
          show: (session) => ({
            workspaceDir: nameOf(session).sessionDir,
            pane: nameOf(session).paneSession,
          }),
        },
        input,
      );
      return withDiskWarning(outcome, { ...places, ...config.limits });
    },
    findSession: ({ sessionId }) => findSession(store, sessionId),
    showSession: (input) =>
      showSession({ ...deps, nameOf, hasResult: resultSeer(places.sessionsDir) }, input),
    takeOver: async (input) => (await import('../app/session/take-over.ts')).takeOver(await settle(), input),
    archiveSessions: async (input) =>
      (await import('../app/session/archive-sessions.ts')).archiveSessions({ ...deps, folders }, input),
    restoreSession: async (input) =>
      (await import('../app/session/archive-sessions.ts')).restoreSession({ ...deps, folders }, input),
    cleanProject: async (input) =>
      (await import('../app/project/clean-project.ts')).cleanProject({ ...deps, folders }, input),
    ...lazySessionVerbs(deps),
    ...lazyRunVerbs(settle, { store, places, closePanes: closerOf(runtime) }),
    ...wireLoops(deps, settle, project),
    ...wireSchedules(deps, places.root),
    ...wireInterrupts(deps, places),
    listPersonas: async () => {
      const { listPersonas } = await import('../runtime/persona/list-personas.ts');
      const { personaPlaces } = await import('./settling.ts');
      return accept(await listPersonas(personaPlaces(project)));
    },
    mergeRun: async (input, watch) => {
      const { mergeRun } = await import('../app/run/merge-run.ts');
      return mergeRun({ ...deps, merges: await openMerges(project, env) }, input, watch);
    },
    ...lazyQueueVerbs(deps, { root: places.root, env }),
  };
}
