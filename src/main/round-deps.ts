import { findAgent } from '../agents/registry.ts';
import type { VerbDeps } from '../app/deps.ts';
import { realStartProbe } from '../runtime/agent/real-start-probe.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import { realDrawings } from '../runtime/files/real-drawings.ts';
import { realInterrupts } from '../runtime/files/real-interrupts.ts';
import { realQueueDrawings } from '../runtime/files/real-queue-drawings.ts';
import { realGates } from '../runtime/gate/real-gates.ts';
import { realOutboxes } from '../runtime/outbox/real-outboxes.ts';
import { realOutputs } from '../runtime/outputs/real-outputs.ts';
import type { SupervisionDeps } from '../supervisor/supervise.ts';
import { refusalText } from '../views/refusal-text.ts';
import { appDeps } from './app-deps.ts';
import { withFailpoints } from './failpoints.ts';
import type { FolderWatches } from './folder-watches.ts';
import { loopPorts } from './loop-ports.ts';
import { attemptPlaces } from './names.ts';
import { withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, type Project, textsOf } from './project.ts';
import { utcOffsetMs, wireNotifier } from './wire-notifier.ts';
import type { Runtime } from './wire-runtime.ts';

type Wired = Readonly<{
  project: Project;
  runtime: Runtime;
  env: Env;
  watches: FolderWatches;
  wake: (sessionId: string) => void;
  log: SupervisionDeps['log'];
}>;

/** What the supervisor's rounds look at and touch, on this machine. */
export function roundDeps({ project, runtime, env, watches, wake, log }: Wired): SupervisionDeps {
  const { places, config, store, hostId } = project;
  const verbDeps: VerbDeps = {
    store,
    config,
    hostId,
    by: 'supervisor',
    clock: realClock,
    ids: realIds,
    attempts: runtime.attempts,
    workspaces: runtime.workspaces,
    poke: async (key) => wake(key),
  };
  const { hasFile, outside, timetables, nameOf, hasResult } = appDeps(verbDeps, {
    project,
    runtime: async () => runtime,
    env,
  });
  return {
    ...verbDeps,
    timetables,
    nameOf,
    hasResult,
    log,
    loopPorts: loopPorts(verbDeps, { project, env }, runtime),
    interrupts: realInterrupts(places),
    outboxes: withFailpoints('outboxes', realOutboxes({ ...places, now: realClock.now }), project.pass),
    blobs: runtime.blobs,
    gates: realGates({
      root: places.root,
      logsDir: places.logsDir,
      env: withoutNotifySecrets(textsOf(env)),
      limitMs: config.gate.timeoutMs,
    }),
    drawings: realDrawings(places),
    queueDrawings: realQueueDrawings(places),
    starts: realStartProbe(textsOf(env)),
    outputs: withFailpoints(
      'outputs',
      realOutputs({ project: places.root, outputsDir: places.outputsDir, env: textsOf(env) }),
      project.pass,
    ),
    findAgent,
    placesFor: (session, workspace) => attemptPlaces(places, env, { session, workspace }),
    hasFile,
    outside,
    checkValue: async (schema, value) =>
      (await import('../runtime/result/json-schema.ts')).checkValue(schema, value),
    wordRefusal: (refusal) => refusalText(refusal).message,
    notifier: wireNotifier(project, env),
    utcOffsetMs,
    ensureWatched: watches.ensureWatched,
    ensureRunWatched: watches.ensureRunWatched,
    ensureProjectWatched: watches.ensureProjectWatched,
    ensureUnwatched: watches.ensureUnwatched,
  };
}
