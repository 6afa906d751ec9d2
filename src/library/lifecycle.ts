import type { z } from 'zod/mini';
import { StartRun } from '../contract/run.ts';
import { isRunOver } from '../domain/run/run.ts';
import { terminateAgent } from './agents.ts';
import { cleanupOf } from './config.ts';
import { type Desk, hostOf, isLive, look, lookUntil, type Picture, pictureOf } from './desk.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import { startMonitoring, stopMonitoring } from './monitoring.ts';
import { areAllOver, sessionOf } from './projection.ts';
import type { AgentRole, Session, SessionResult } from './session.ts';
import type { StartOptions } from './start-options.ts';
import type { DefinedWorkflow, WorkflowDefinition } from './workflow.ts';

export type Wanted = Readonly<{ workflow: string | DefinedWorkflow; goal: string; options: StartOptions }>;

const END_LIMIT_MS = 120_000;
const FOR_EVER_MS = 365 * 86_400_000;

export async function startWorkflow(desk: Desk, wanted: Wanted): Promise<Session> {
  await refuseIfRunning(desk);
  desk.isStarting = true;
  try {
    const { ask } = await hostOf(desk);
    const { run } = granted(await ask('run.start', inputOf(desk, wanted)));
    return await begin(desk, run.id);
  } finally {
    desk.isStarting = false;
  }
}

/** Goes on with a session that another program started. */
export async function attach(desk: Desk, sessionId: string): Promise<Session> {
  await refuseIfRunning(desk);
  return begin(desk, sessionId);
}

// It may have ended since its picture was drawn.
async function refuseIfRunning(desk: Desk): Promise<void> {
  const id = desk.picture?.report.run.id ?? '';
  if (!desk.isStarting && isLive(desk)) await look(desk, id);
  if (!desk.isStarting && !isLive(desk)) return;
  throw new SwarmError('session-running', `Session ${id} is running`, 'stop() or kill() ends it');
}

async function begin(desk: Desk, runId: string): Promise<Session> {
  stopMonitoring(desk);
  await desk.watching;
  desk.lastTold = 0;
  desk.told.clear();
  const { report, place, result } = await look(desk, runId);
  startMonitoring(desk);
  return sessionOf(report, place, result);
}

function inputOf({ given }: Desk, { workflow, goal, options }: Wanted): StartRun {
  const known = given.workflows?.find(({ name }) => name === workflow);
  const defined = typeof workflow === 'string' ? known : workflow;
  const input: z.input<typeof StartRun> = {
    ...options,
    roles: { ...options.roles },
    workflow: typeof workflow === 'string' ? workflow : workflow.name,
    goal,
    ...(defined === undefined ? {} : { definition: plain(defined.definition) }),
    ...(given.sessionId ? { id: given.sessionId } : {}),
    ...(given.workflowTimeout === undefined ? {} : { timeoutMs: given.workflowTimeout }),
    ...(given.autoCleanup === undefined ? {} : { cleanup: cleanupOf(given.autoCleanup) }),
  };
  const read = StartRun.safeParse(input);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const key = (issue?.path ?? []).map(String).join('.');
  throw new SwarmError('input-invalid', `${key === 'id' ? 'sessionId' : key}: ${issue?.message}`);
}

// Its schema decides what it is, where it is taken in.
const plain = (definition: WorkflowDefinition): NonNullable<StartRun['definition']> =>
  definition as unknown as NonNullable<StartRun['definition']>;

/** Resolves with the result when the session is over, however long that takes. */
export async function finished(desk: Desk, withinMs = FOR_EVER_MS): Promise<SessionResult> {
  const { run } = pictureOf(desk).report;
  const { result } = await lookUntil(desk, run.id, { isEnough: isEnded, withinMs });
  if (result === null) throw new SwarmError('no-result', `Session ${run.id} has no result`);
  return result;
}

const isEnded = ({ report }: Picture): boolean => isRunOver(report.run);

/** Ends the session in good order; what it has so far is its result. */
export async function stop(desk: Desk): Promise<SessionResult> {
  const runId = pictureOf(desk).report.run.id;
  const { ask } = await hostOf(desk);
  granted(await ask('run.stop', { runId, reason: 'asked by a program' }));
  return finished(desk, END_LIMIT_MS);
}

/** Ends the session at once, and waits until nothing of its agents is left. */
export async function kill(desk: Desk): Promise<void> {
  const runId = pictureOf(desk).report.run.id;
  const { ask } = await hostOf(desk);
  granted(await ask('run.kill', { runId, reason: 'asked by a program' }));
  const isEnough = ({ report }: Picture): boolean => isRunOver(report.run) && areAllOver(report);
  await lookUntil(desk, runId, { isEnough, withinMs: END_LIMIT_MS });
}

/** Ends what is live, puts away what is left, and closes the project. Nothing that was written is lost. */
export async function cleanup(desk: Desk): Promise<void> {
  if (desk.picture) {
    if (isLive(desk)) await stop(desk);
    await kill(desk);
    // Handlers hear of the end first.
    await desk.watching;
    const { ask } = await hostOf(desk);
    granted(await ask('run.clean', { runId: pictureOf(desk).report.run.id, dryRun: false }));
  }
  await close(desk);
}

/** The same for one agent. */
export async function cleanupAgent(desk: Desk, role: AgentRole): Promise<void> {
  await terminateAgent(desk, role);
  const { ask } = await hostOf(desk);
  granted(await ask('run.clean', { runId: pictureOf(desk).report.run.id, role, dryRun: false }));
}

/** Lets the project go; the next call opens it again. The session goes on. */
export async function close(desk: Desk): Promise<void> {
  stopMonitoring(desk);
  await desk.watching;
  const { host } = desk;
  desk.host = null;
  await (await host)?.close();
}
