import type { Config } from '../../contract/config.ts';
import type { CreateSession } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { type ResourceLimits, settleLimits } from '../../domain/resource/resource-limits.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { meteredUnitsOf } from './budgets.ts';

type FileDeps = Readonly<{
  config: Config;
  readAgentFile: (path: string) => Promise<Outcome<AgentFile>>;
}>;

export type AgentFile = Readonly<{ path: string; text: string }>;
type AgentFiles = Pick<SessionSpec, 'settings' | 'mcpConfig'>;

/** The files are looked at now, so that a mistake is heard of before anything starts. */
export async function findAgentFiles(
  deps: FileDeps,
  persona: Persona,
  agent: Agent,
): Promise<Outcome<AgentFiles>> {
  const standard = agent.name === 'claude' ? deps.config.claude : null;
  const settingsPath = persona.settings ?? standard?.settings ?? null;
  const mcpPath = persona.mcpConfig ?? standard?.mcpConfig ?? null;
  const settings = settingsPath === null ? null : await deps.readAgentFile(settingsPath);
  if (settings?.ok === false) return settings;
  const mcp = mcpPath === null ? null : await deps.readAgentFile(mcpPath);
  if (mcp?.ok === false) return mcp;
  return accept({ settings: settings?.value.text ?? null, mcpConfig: mcp?.value.path ?? null });
}

/** The program behind a CLI that is only a protocol; null where the CLI is the program. */
export function commandOf(config: Config, persona: Persona, agent: Agent): Outcome<readonly string[] | null> {
  if (!agent.protocol) return accept(persona.command);
  const command = persona.command ?? config.acp.command;
  if (command.length > 0) return accept(command);
  return refuse({ code: 'cli-needs-command', cli: agent.name, persona: persona.name });
}

type Settling = Readonly<{
  persona: Persona;
  command: readonly string[] | null;
  input: CreateSession;
  agent: Pick<Agent, 'name'>;
  config: Pick<Config, 'budget' | 'claude' | 'limits'>;
  files: AgentFiles;
  mayCreate: SessionSpec['mayCreate'];
}>;

export const specOf = ({
  persona,
  command,
  input,
  agent,
  config,
  files,
  mayCreate,
}: Settling): SessionSpec => ({
  prompt: input.prompt,
  personaText: persona.text,
  command,
  tools: persona.tools,
  permissionMode: persona.permissionMode,
  writes: persona.writes,
  budgetUsd: input.budgetUsd ?? persona.budgetUsd ?? standardUsd(agent, config),
  budgetTokens: input.budgetTokens ?? config.budget.sessionTokens,
  maxTurns: persona.maxTurns ?? (agent.name === 'claude' ? config.claude.maxTurns : null),
  ...files,
  schema: input.schema ?? null,
  mayCreate,
  env: persona.env,
  resources: settleLimits(asked(input), persona.resources, config.limits),
});

const asked = ({ memoryMb, cpus, processes, openFiles }: CreateSession): ResourceLimits => ({
  memoryMb: memoryMb ?? null,
  cpus: cpus ?? null,
  processes: processes ?? null,
  openFiles: openFiles ?? null,
});

const standardUsd = (
  { name }: Pick<Agent, 'name'>,
  { budget, claude }: Pick<Config, 'budget' | 'claude'>,
): number | null => budget.sessionUsd ?? (name === 'claude' ? claude.budgetUsd : null);

/** A budget that cannot stop what it is meant for is said to be none. */
export function unbound(agent: Agent, mode: Session['mode'], spec: SessionSpec): readonly string[] {
  const told = meteredUnitsOf(agent, mode);
  const who = mode === 'interactive' ? `${agent.name} with a screen` : agent.name;
  return [
    ...(spec.budgetUsd !== null && !told.microUsd
      ? [`${who} does not tell what it costs: a budget of money does not stop it`]
      : []),
    ...(spec.budgetTokens !== null && !told.tokens
      ? [`${who} does not tell its tokens: a budget of tokens does not stop it`]
      : []),
  ];
}
