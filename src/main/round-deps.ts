import { findAgent } from '../agents/registry.ts';
import type { AppDeps, VerbDeps } from '../app/deps.ts';
import { realStartProbe } from '../runtime/agent/real-start-probe.ts';
import { realClock, realClocks, realIds } from '../runtime/clock/real-clock.ts';
import { realDiskRoom } from '../runtime/disk/real-disk-room.ts';
import { realDrawings } from '../runtime/files/real-drawings.ts';
import { realInterrupts } from '../runtime/files/real-interrupts.ts';
import { realQueueDrawings } from '../runtime/files/real-queue-drawings.ts';
import { realGates } from '../runtime/gate/real-gates.ts';
import { realOutboxes } from '../runtime/outbox/real-outboxes.ts';
import { realOutputs } from '../runtime/outputs/real-outputs.ts';
import { realPlanFolders } from '../runtime/plan-folder/real-plan-folders.ts';
import { observeKeyChanges } from '../runtime/workspace/accepted-keys.ts';
import { openGit } from '../runtime/workspace/git.ts';
import { keepClock } from '../supervisor/clock/keep-clock.ts';
import { watchRoom } from '../supervisor/disk/room.ts';
import type { SupervisionDeps } from '../supervisor/supervise.ts';
import { refusalText } from '../views/refusal-text.ts';
import { agentCommands } from './agent-commands.ts';
import { appDeps } from './app-deps.ts';
import { withFailpoints } from './failpoints.ts';
import type { FolderWatches } from './folder-watches.ts';
import { loopPorts } from './loop-ports.ts';
import { attemptPaths } from './names.ts';
import { findPageAddress } from './page-address.ts';
import { type Env, type Project, textsOf } from './project.ts';
import { utcOffsetMs, wireNotifier } from './wire-notifier.ts';
import { ensureSessionsDir, type Runtime } from './wire-runtime.ts';

type Wired = Readonly<{
  project: Project;
  runtime: Runtime;
  env: Env;
  watches: FolderWatches;
  wake: (sessionId: string) => void;
  log: SupervisionDeps['log'];
  /** Names the time since the machine was started. */
  boot: string;
}>;

/** A supervisor looks at its clocks with every sweep; twice as long may be load. */
const LONGEST_TICK_MS = 60_000;
const SWEEPS_PER_TICK = 3;

const clockOf = ({ store, config, hostId }: Project, boot: Wired['boot']) =>
  keepClock({
    store,
    clocks: realClocks(boot),
    hostId,
    by: 'supervisor',
    longestMs: Math.max(LONGEST_TICK_MS, SWEEPS_PER_TICK * config.timeouts.sweepMs),
  });

const gatesOf = (project: Project, env: Env) =>
  realGates({
    root: project.paths.root,
    logsDir: project.paths.logsDir,
    commands: agentCommands(project, env),
    limitMs: project.config.gate.timeoutMs,
  });

/** Folders of plans in workspaces, and branches that are handed on. */
const planPorts = (
  { paths, pass }: Project,
  { planBranches }: Runtime,
): Pick<SupervisionDeps, 'planFolders' | 'planBranches'> => ({
  planFolders: withFailpoints('planFolders', realPlanFolders({ ...paths, now: realClock.now }), pass),
  planBranches,
});

/** This process has the supervisor's lock, and to look at its file would let it go. */
const reportPorts = ({
  nameOf,
  hasResult,
}: AppDeps): Pick<SupervisionDeps, 'nameOf' | 'hasResult' | 'isServed'> => ({
  nameOf,
  hasResult,
  isServed: async () => true,
});

/** What the supervisor's rounds look at and touch, on this machine. */
export function roundDeps({ project, runtime, env, watches, wake, log, boot }: Wired): SupervisionDeps {
  const { paths, config, store, hostId } = project;
  const clock = clockOf(project, boot);
  const verbDeps: VerbDeps = {
    store,
    config,
    hostId,
    by: 'supervisor',
    clock,
    ids: realIds,
    attempts: runtime.attempts,
    workspaces: runtime.workspaces,
    poke: async (key) => wake(key),
  };
  const app = appDeps(verbDeps, { project, runtime: async () => runtime, env });
  return {
    ...verbDeps,
    ...planPorts(project, runtime),
    attempts: runtime.attempts,
    clock,
    timetables: app.timetables,
    ...reportPorts(app),
    openings: app.openings,
    family: app.family,
    observeHead: app.observeHead,
    plans: app.plans,
    log,
    loopPorts: loopPorts(verbDeps, { project, env }, runtime),
    room: watchRoom({ disk: realDiskRoom(paths.swarmDir), clock, log }),
    interrupts: realInterrupts(paths),
    outboxes: withFailpoints(
      'outboxes',
      realOutboxes({ ...paths, now: realClock.now, oddities: runtime.oddities }),
      project.pass,
    ),
    blobs: runtime.blobs,
    gates: gatesOf(project, env),
    observeKeyChanges: () => observeKeyChanges(openGit(env, paths.root), paths.root, env),
    drawings: realDrawings({
      ...paths,
      oddities: runtime.oddities,
      ensureSessionsDir: () => ensureSessionsDir(project),
    }),
    queueDrawings: realQueueDrawings(paths),
    starts: realStartProbe(textsOf(env)),
    outputs: withFailpoints(
      'outputs',
      realOutputs({ project: paths.root, outputsDir: paths.outputsDir, env: textsOf(env) }),
      project.pass,
    ),
    findAgent,
    pathsFor: (session, workspace) => attemptPaths(paths, env, { session, workspace }),
    callers: app.callers,
    observeCaseRule: app.observeCaseRule,
    projectRoot: app.projectRoot,
    workFolders: runtime.workFolders,
    sharedFolders: runtime.sharedFolders,
    heldFile: app.heldFile,
    hasFile: app.hasFile,
    outside: app.outside,
    checkValue: async (schema, value) =>
      (await import('../runtime/result/json-schema.ts')).checkValue(schema, value),
    wordRefusal: (refusal) => refusalText(refusal).message,
    notifier: wireNotifier(project, env),
    utcOffsetMs,
    pageAddress: () => findPageAddress(paths),
    ...watches,
  };
}
