import type { Agent } from '../domain/agent/agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { rehearsal } from './rehearsal.ts';

// Every agent CLI that Swarm can drive: one file each, listed here.
const AGENTS: ReadonlyMap<string, Agent> = new Map(
  [claude, codex, gemini, opencode, command, rehearsal].map((agent) => [agent.name, agent] as const),
);

export const listAgents = (): readonly Agent[] => [...AGENTS.values()];

export const AGENT_NAMES: readonly string[] = [...AGENTS.keys()];

export const findAgent = (name: string): Agent | undefined => AGENTS.get(name);
