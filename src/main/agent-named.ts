import { findAgent } from '../agents/registry.ts';
import { AGENT_CLIS } from '../contract/agent-cli.ts';
import type { Agent } from '../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';

export function agentNamed(cli: string): Outcome<Agent> {
  const agent = findAgent(cli);
  return agent ? accept(agent) : refuse({ code: 'cli-unknown', name: cli, known: AGENT_CLIS });
}
