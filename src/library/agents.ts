import { MESSAGE_TYPES } from '../domain/message/message-type.ts';
import type { AgentMessage } from './agent-message.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import { wordsOf } from './message.ts';
import { hostOf, look, lookUntil, type OrchestratorState, snapshotOf } from './orchestrator-state.ts';
import { agentOf, agentsOf } from './projection.ts';
import type { AgentRole, ManagedAgent } from './session.ts';

const END_LIMIT_MS = 120_000;

/** The agent of a role, or an error that names those that there are. */
export function roleOf(state: OrchestratorState, role: AgentRole): ManagedAgent {
  const { report, project } = snapshotOf(state);
  const agent = agentOf(report, project, role);
  if (agent) return agent;
  const known = agentsOf(report, project).map((one) => one.role);
  throw new SwarmError('role-unknown', `No agent has the role "${role}"; there are ${known.join(', ')}`);
}

/** Starts the agent of a role again after it has ended. If it is its turn, it gets its task. */
export async function spawnAgent(state: OrchestratorState, role: AgentRole): Promise<ManagedAgent> {
  const { report } = snapshotOf(state);
  const { ask } = await hostOf(state);
  granted(await ask('run.open-role', { runId: report.run.id, role }));
  await look(state, report.run.id);
  return roleOf(state, role);
}

/** Tells an agent something; it becomes its next turn. */
export async function sendToAgent(
  state: OrchestratorState,
  role: AgentRole,
  message: AgentMessage,
): Promise<void> {
  const { agentId } = roleOf(state, role);
  refuseUnknownType(message);
  const { ask } = await hostOf(state);
  granted(await ask('message.send', { to: agentId, body: wordsOf(message), steer: false }));
  await look(state, snapshotOf(state).report.run.id);
}

function refuseUnknownType({ type }: AgentMessage): void {
  if (MESSAGE_TYPES.includes(type)) return;
  const known = MESSAGE_TYPES.join(', ');
  throw new SwarmError('message-type-unknown', `No message has the type "${type}"; there are ${known}`);
}

/** The last lines that an agent wrote. */
export async function captureOutput(
  state: OrchestratorState,
  role: AgentRole,
  lines: number,
): Promise<string> {
  const { agentId } = roleOf(state, role);
  const text = await (await hostOf(state)).readOutput(agentId);
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Ends one agent, and waits until nothing of it is left. The session decides what that means to it. */
export async function terminateAgent(state: OrchestratorState, role: AgentRole): Promise<void> {
  const { agentId } = roleOf(state, role);
  const { ask } = await hostOf(state);
  const killed = await ask('session.kill', { sessionId: agentId, reason: 'asked by a program' });
  if (!killed.ok && killed.refusal.code !== 'session-already-over') granted(killed);
  const runId = snapshotOf(state).report.run.id;
  const isGone = (): boolean => {
    const row = snapshotOf(state).report.roles.find(({ session }) => session.id === agentId);
    return row?.session.endedAt !== null;
  };
  await lookUntil(state, runId, { isEnough: isGone, withinMs: END_LIMIT_MS });
}
