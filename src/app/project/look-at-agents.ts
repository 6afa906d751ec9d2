import type { Agent } from '../../domain/agent/agent.ts';
import type { Obstacle, StartContext, StartFiles } from '../../domain/agent/obstacle.ts';
import type { AgentProgram } from '../../domain/agent/program.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { AgentObservation, AgentUse } from '../../views/agent-checks.ts';
import type { AgentsPort, AgentUsers } from './health-deps.ts';

/** One agent CLI, with all that was seen of it. */
export type SeenAgent = AgentObservation &
  Readonly<{ agent: Agent; context: StartContext; files: StartFiles }>;

/** Looks at every agent CLI that has a program of its own, at the same time. Changes nothing. */
export async function lookAtAgents(port: AgentsPort, users: AgentUsers): Promise<readonly SeenAgent[]> {
  const agents = await port.list();
  return Promise.all(
    agents.flatMap((agent) =>
      agent.program === undefined ? [] : [lookAt(port, { agent, program: agent.program, users })],
    ),
  );
}

type UsedAgent = Readonly<{ agent: Agent; program: AgentProgram; users: AgentUsers }>;

async function lookAt(port: AgentsPort, { agent, program, users }: UsedAgent): Promise<SeenAgent> {
  const start = { workDir: users.root, env: {}, mode: 'interactive', permissionMode: null } as const;
  const [observation, context] = await Promise.all([
    port.observeProgram(program),
    port.observeContext(start),
  ]);
  const files = await port.readFiles(agent.startFiles?.(context) ?? []);
  const foreseen = (mode: StartContext['mode']): readonly Obstacle[] =>
    foreseeAll(agent, { ...context, mode }, { files, modes: modesOf(agent.name, users) });
  return {
    agent,
    program,
    observation,
    context,
    files,
    ...useOf(agent.name, users),
    can: agent.can,
    login: agent.tellLogin?.(context, files) ?? null,
    obstacles: foreseen('interactive'),
    blocksHeadless: foreseen('headless').map(({ code }) => code),
  };
}

export const cliOf = ({ cli }: Pick<Persona, 'cli'>, { config }: Pick<AgentUsers, 'config'>): string | null =>
  cli ?? config?.cli ?? null;

function useOf(name: string, all: AgentUsers): AgentUse {
  const { config, personas } = all;
  const users = personas.filter((persona) => cliOf(persona, all) === name);
  return {
    isUsed: config?.cli === name || users.length > 0,
    isOnScreen:
      (config?.cli === name && config.mode === 'interactive') ||
      users.some(({ mode }) => (mode ?? config?.mode) === 'interactive'),
  };
}

const modesOf = (name: string, users: AgentUsers): readonly (string | null)[] => [
  null,
  ...new Set(
    users.personas.flatMap((persona) =>
      cliOf(persona, users) === name && persona.permissionMode !== null ? [persona.permissionMode] : [],
    ),
  ),
];

type Foreseeing = Readonly<{ files: StartFiles; modes: readonly (string | null)[] }>;

// Some obstacles come only with the permission mode that a persona names.
function foreseeAll(agent: Agent, context: StartContext, { files, modes }: Foreseeing): readonly Obstacle[] {
  const found = modes.flatMap(
    (permissionMode) => agent.foresee?.({ ...context, permissionMode }, files) ?? [],
  );
  return [...new Map(found.map((obstacle) => [obstacle.what, obstacle])).values()];
}
