import type { AgentMessage } from './agent-message.ts';
import { type Desk, hostOf, look, lookUntil, pictureOf } from './desk.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import { wordsOf } from './message.ts';
import { agentOf, agentsOf } from './projection.ts';
import type { AgentRole, ManagedAgent } from './session.ts';

const END_LIMIT_MS = 120_000;

/** The agent of a role, or an error that names those that there are. */
export function roleOf(desk: Desk, role: AgentRole): ManagedAgent {
  const { report, place } = pictureOf(desk);
  const agent = agentOf(report, place, role);
  if (agent) return agent;
  const known = agentsOf(report, place).map((one) => one.role);
  throw new SwarmError('role-unknown', `No agent has the role "${role}"; there are ${known.join(', ')}`);
}

/** Starts the agent of a role again after it has ended. */
export async function spawnAgent(desk: Desk, role: AgentRole): Promise<ManagedAgent> {
  const { report } = pictureOf(desk);
  const { ask } = await hostOf(desk);
  granted(await ask('run.open-role', { runId: report.run.id, role }));
  await look(desk, report.run.id);
  return roleOf(desk, role);
}

/** Tells an agent something; it becomes its next turn. */
export async function sendToAgent(desk: Desk, role: AgentRole, message: AgentMessage): Promise<void> {
  const { agentId } = roleOf(desk, role);
  const { ask } = await hostOf(desk);
  granted(await ask('message.send', { to: agentId, body: wordsOf(message), steer: false }));
}

/** The last lines that an agent wrote. */
export async function captureOutput(desk: Desk, role: AgentRole, lines: number): Promise<string> {
  const { agentId } = roleOf(desk, role);
  const text = await (await hostOf(desk)).readOutput(agentId);
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Ends one agent, and waits until nothing of it is left. The session decides what that means to it. */
export async function terminateAgent(desk: Desk, role: AgentRole): Promise<void> {
  const { agentId } = roleOf(desk, role);
  const { ask } = await hostOf(desk);
  const killed = await ask('session.kill', { sessionId: agentId, reason: 'asked by a program' });
  if (!killed.ok && killed.refusal.code !== 'session-already-over') granted(killed);
  const runId = pictureOf(desk).report.run.id;
  const isGone = (): boolean => {
    const row = pictureOf(desk).report.roles.find(({ session }) => session.id === agentId);
    return row?.session.endedAt !== null;
  };
  await lookUntil(desk, runId, { isEnough: isGone, withinMs: END_LIMIT_MS });
}
