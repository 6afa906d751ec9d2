import type { z } from 'zod/mini';
import { RunPlan } from '../contract/plan/plan.ts';
import { StartRun } from '../contract/run.ts';
import { isRunOver } from '../domain/run/run.ts';
import { terminateAgent } from './agents.ts';
import { cleanupOf } from './config.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import type { LibraryHost } from './host.ts';
import { startMonitoring, stopMonitoring } from './monitoring.ts';
import {
  hostOf,
  isLive,
  look,
  lookUntil,
  type OrchestratorState,
  type Snapshot,
  snapshotOf,
} from './orchestrator-state.ts';
import { areAllOver, sessionOf } from './projection.ts';
import type { AgentRole, Session, SessionResult } from './session.ts';
import type { StartOptions, StartPlanOptions } from './start-options.ts';
import { understood } from './understood.ts';
import type { DefinedWorkflow, WorkflowDefinition } from './workflow.ts';

export type WorkflowStart = Readonly<{
  workflow: string | DefinedWorkflow;
  goal: string;
  options: StartOptions;
}>;

const END_LIMIT_MS = 120_000;
const FOR_EVER_MS = 365 * 86_400_000;

export async function startWorkflow(state: OrchestratorState, wanted: WorkflowStart): Promise<Session> {
  return start(state, async ({ ask }) => granted(await ask('run.start', inputOf(state, wanted))).run.id);
}

type Starter = (host: LibraryHost) => Promise<string>;

async function start(state: OrchestratorState, starter: Starter): Promise<Session> {
  await refuseIfRunning(state);
  state.isStarting = true;
  try {
    return await begin(state, await starter(await hostOf(state)));
  } finally {
    state.isStarting = false;
  }
}

export type WantedPlan = Readonly<{ plan: string; options: StartPlanOptions }>;

export async function startPlan(state: OrchestratorState, wanted: WantedPlan): Promise<Session> {
  return start(state, async ({ ask }) => granted(await ask('plan.run', planInputOf(state, wanted))).run.id);
}

/** Goes on with a session that another program started. */
export async function attach(state: OrchestratorState, sessionId: string): Promise<Session> {
  await refuseIfRunning(state);
  return begin(state, sessionId);
}

// It may have ended since its snapshot was taken.
async function refuseIfRunning(state: OrchestratorState): Promise<void> {
  const id = state.snapshot?.report.run.id ?? '';
  if (!state.isStarting && isLive(state)) await look(state, id);
  if (!state.isStarting && !isLive(state)) return;
  throw new SwarmError('session-running', `Session ${id} is running`, 'stop() or kill() ends it');
}

async function begin(state: OrchestratorState, runId: string): Promise<Session> {
  stopMonitoring(state);
  await state.watching;
  state.lastTold = 0;
  state.told.clear();
  const { report, project, result } = await look(state, runId);
  startMonitoring(state);
  return sessionOf(report, project, result);
}

/** What the program wants to be different in all that it starts. */
const givenOf = ({ given }: OrchestratorState): Partial<z.input<typeof StartRun>> => ({
  ...(given.sessionId ? { id: given.sessionId } : {}),
  ...(given.workflowTimeout === undefined ? {} : { timeoutMs: given.workflowTimeout }),
  ...(given.autoCleanup === undefined ? {} : { cleanup: cleanupOf(given.autoCleanup) }),
});

const planInputOf = (state: OrchestratorState, { plan, options }: WantedPlan): RunPlan =>
  understood(RunPlan.safeParse({ ...options, plan, ...givenOf(state) }));

function inputOf(state: OrchestratorState, { workflow, goal, options }: WorkflowStart): StartRun {
  const { given } = state;
  const known = given.workflows?.find(({ name }) => name === workflow);
  const defined = typeof workflow === 'string' ? known : workflow;
  const input: z.input<typeof StartRun> = {
    ...options,
    roles: { ...options.roles },
    workflow: typeof workflow === 'string' ? workflow : workflow.name,
    goal,
    ...(defined === undefined ? {} : { definition: plain(defined.definition) }),
    ...givenOf(state),
  };
  return understood(StartRun.safeParse(input));
}

// Its schema decides what it is, where it is taken in.
const plain = (definition: WorkflowDefinition): NonNullable<StartRun['definition']> =>
  definition as unknown as NonNullable<StartRun['definition']>;

/** Resolves with the result when the session is over, however long that takes. */
export async function finished(state: OrchestratorState, withinMs = FOR_EVER_MS): Promise<SessionResult> {
  const { run } = snapshotOf(state).report;
  const { result } = await lookUntil(state, run.id, { isEnough: isEnded, withinMs });
  if (result === null) throw new SwarmError('no-result', `Session ${run.id} has no result`);
  return result;
}

const isEnded = ({ report }: Snapshot): boolean => isRunOver(report.run);

/** Ends the session in good order; what it has so far is its result. */
export async function stop(state: OrchestratorState): Promise<SessionResult> {
  const runId = snapshotOf(state).report.run.id;
  const { ask } = await hostOf(state);
  granted(await ask('run.stop', { runId, reason: 'asked by a program' }));
  return finished(state, END_LIMIT_MS);
}

/** Ends the session at once, and waits until nothing of its agents is left. */
export async function kill(state: OrchestratorState): Promise<void> {
  const runId = snapshotOf(state).report.run.id;
  const { ask } = await hostOf(state);
  granted(await ask('run.kill', { runId, reason: 'asked by a program' }));
  const isEnough = ({ report }: Snapshot): boolean => isRunOver(report.run) && areAllOver(report);
  await lookUntil(state, runId, { isEnough, withinMs: END_LIMIT_MS });
}

/** Ends what is live, puts away what is left, and closes the project. Nothing that was written is lost. */
export async function cleanup(state: OrchestratorState): Promise<void> {
  if (state.snapshot) {
    if (isLive(state)) await stop(state);
    await kill(state);
    // Handlers hear of the end first.
    await state.watching;
    const { ask } = await hostOf(state);
    granted(await ask('run.clean', { runId: snapshotOf(state).report.run.id, dryRun: false }));
  }
  await close(state);
}

/** The same for one agent. */
export async function cleanupAgent(state: OrchestratorState, role: AgentRole): Promise<void> {
  await terminateAgent(state, role);
  const { ask } = await hostOf(state);
  granted(await ask('run.clean', { runId: snapshotOf(state).report.run.id, role, dryRun: false }));
}

/** Lets the project go; the next call opens it again. The session goes on. */
export async function close(state: OrchestratorState): Promise<void> {
  stopMonitoring(state);
  await state.watching;
  const { host } = state;
  state.host = null;
  await (await host)?.close();
}
