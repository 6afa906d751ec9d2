import { listAgents } from '../agents/registry.ts';
import type { Config } from '../contract/config.ts';
import type { Agent } from '../domain/agent/agent.ts';
import type { Obstacle, StartFiles, StartPlace } from '../domain/agent/obstacle.ts';
import type { AgentProgram } from '../domain/agent/program.ts';
import type { Persona } from '../domain/persona/persona.ts';
import { observeProgram } from '../runtime/agent/observe-program.ts';
import { realStartProbe } from '../runtime/agent/real-start-probe.ts';
import type { AgentLook, AgentUse } from '../views/agent-checks.ts';
import { type Env, textsOf } from './project.ts';

/** What the look needs to know of a project; without one, nothing is used. */
export type Around = Readonly<{
  root: string;
  env: Env;
  config: Pick<Config, 'cli' | 'mode'> | null;
  personas: readonly Persona[];
}>;

/** One agent CLI, with all that was seen of it. */
export type SeenAgent = AgentLook & Readonly<{ agent: Agent; place: StartPlace; files: StartFiles }>;

/** Looks at every agent CLI that has a program of its own, at the same time. Changes nothing. */
export const lookAtAgents = (around: Around): Promise<readonly SeenAgent[]> =>
  Promise.all(
    listAgents().flatMap((agent) =>
      agent.program === undefined ? [] : [lookAt(agent, agent.program, around)],
    ),
  );

async function lookAt(agent: Agent, program: AgentProgram, around: Around): Promise<SeenAgent> {
  const env = textsOf(around.env);
  const probe = realStartProbe(env);
  const start = { workDir: around.root, env: {}, mode: 'interactive', permissionMode: null } as const;
  const [sight, place] = await Promise.all([observeProgram(program, env), probe.observePlace(start)]);
  const files = await probe.readFiles(agent.startFiles?.(place) ?? []);
  const foreseen = (mode: StartPlace['mode']): readonly Obstacle[] =>
    foreseeAll(agent, { ...place, mode }, { files, modes: modesOf(agent.name, around) });
  return {
    agent,
    program,
    sight,
    place,
    files,
    ...useOf(agent.name, around),
    tellsCost: agent.can.tellsCost,
    login: agent.tellLogin?.(place, files) ?? null,
    obstacles: foreseen('interactive'),
    blocksHeadless: foreseen('headless').map(({ code }) => code),
  };
}

export const cliOf = ({ cli }: Pick<Persona, 'cli'>, { config }: Pick<Around, 'config'>): string | null =>
  cli ?? config?.cli ?? null;

function useOf(name: string, around: Around): AgentUse {
  const { config, personas } = around;
  const users = personas.filter((persona) => cliOf(persona, around) === name);
  return {
    isUsed: config?.cli === name || users.length > 0,
    isOnScreen:
      (config?.cli === name && config.mode === 'interactive') ||
      users.some(({ mode }) => (mode ?? config?.mode) === 'interactive'),
  };
}

const modesOf = (name: string, around: Around): readonly (string | null)[] => [
  null,
  ...new Set(
    around.personas.flatMap((persona) =>
      cliOf(persona, around) === name && persona.permissionMode !== null ? [persona.permissionMode] : [],
    ),
  ),
];

type Foreseeing = Readonly<{ files: StartFiles; modes: readonly (string | null)[] }>;

// Some obstacles come only with the permission mode that a persona names.
function foreseeAll(agent: Agent, place: StartPlace, { files, modes }: Foreseeing): readonly Obstacle[] {
  const found = modes.flatMap((permissionMode) => agent.foresee?.({ ...place, permissionMode }, files) ?? []);
  return [...new Map(found.map((obstacle) => [obstacle.what, obstacle])).values()];
}
