import type { AgentCli } from '../contract/agent-cli.ts';
import type { Agent } from '../domain/agent/agent.ts';
import { acp } from './acp.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { rehearsal } from './rehearsal.ts';

/** One file for each agent CLI, listed here. A name without its agent does not compile. */
const AGENTS: Readonly<Record<AgentCli, Agent>> = {
  claude,
  codex,
  gemini,
  opencode,
  acp,
  command,
  rehearsal,
};

export const listAgents = (): readonly Agent[] => Object.values(AGENTS);

export const findAgent = (name: string): Agent | undefined =>
  listAgents().find((agent) => agent.name === name);
