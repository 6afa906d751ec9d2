import type { Agent } from '../domain/agent/agent.ts';
import type { LoginObservation, Obstacle } from '../domain/agent/obstacle.ts';
import { type AgentProgram, isOlder, type ProgramObservation, versionIn } from '../domain/agent/program.ts';
import { renderCapabilities } from './capabilities.ts';
import type { Check } from './check-list.ts';

/** How much a project depends on an agent CLI. */
export type AgentUse = Readonly<{
  /** It is the project's own, or that of a persona. */
  isUsed: boolean;
  /** The same, with a screen. */
  isOnScreen: boolean;
}>;

export type AgentObservation = AgentUse &
  Readonly<{
    program: AgentProgram;
    observation: ProgramObservation;
    can: Agent['can'];
    /** Null where it cannot be known. */
    login: LoginObservation | null;
    /** Obstacles of a start with a screen, and the codes of those that block one without. */
    obstacles: readonly Obstacle[];
    blocksHeadless: readonly string[];
  }>;

const NO_LOGIN = 'not-logged-in';
const SECOND = 1_000;

/** The checks of one agent CLI. An unused one is never an error. */
export function checksOfAgent(look: AgentObservation): readonly Check[] {
  const program = checkProgram(look);
  if (look.observation.is === 'absent') return [program];
  const obstacles = look.obstacles.filter(({ code }) => look.login === null || code !== NO_LOGIN);
  return [
    program,
    { name: `${look.program.name} can`, is: 'ok', found: renderCapabilities(look.can), remedy: '' },
    ...(look.login === null ? [] : [checkLogin(look, look.login)]),
    ...obstacles.map((obstacle) => checkObstacle(look, obstacle)),
  ];
}

function checkProgram({ program, observation, isUsed, can }: AgentObservation): Check {
  const { name, oldest, install } = program;
  const told = (is: Check['is'], found: string, remedy = ''): Check => ({ name, is, found, remedy });
  const serious = isUsed ? 'bad' : 'note';
  switch (observation.is) {
    case 'absent':
      return told(serious, isUsed ? 'not found' : 'not found (not used here)', install);
    case 'hung':
      return told(
        serious,
        `${observation.path} did not print its version within ${observation.limitMs / SECOND} s`,
        `run "${[name, ...program.versionArgs].join(' ')}" to see what it waits for`,
      );
    case 'broken':
      return told(serious, `${observation.path} does not run: ${observation.problem}`, install);
    case 'found': {
      const version = versionIn(observation.said);
      const money = can.tellsCost ? 'reports cost' : 'reports no cost: budgets in tokens only';
      if (version === null) return told('warn', `${observation.path} prints no version`, install);
      const found = `${observation.path}, ${version}, ${money}`;
      if (!isOlder(version, oldest)) return told('ok', found);
      return told('warn', `${found}; too old: ${oldest} or newer is supported`, install);
    }
  }
}

function checkLogin({ program, isUsed, obstacles }: AgentObservation, login: LoginObservation): Check {
  const name = `${program.name} login`;
  if (login.is === 'found') return { name, is: 'ok', found: login.by, remedy: '' };
  if (login.is === 'unknown') {
    return { name, is: 'note', found: `unknown: ${login.why}`, remedy: '' };
  }
  const remedy = obstacles.find(({ code }) => code === NO_LOGIN)?.remedy ?? '';
  return { name, is: isUsed ? 'bad' : 'note', found: 'none found', remedy };
}

function checkObstacle(look: AgentObservation, { code, what, remedy, fix }: Obstacle): Check {
  const isAlways = look.blocksHeadless.includes(code);
  const name = `${look.program.name} ${isAlways ? 'start' : 'screen'}`;
  const is = isAlways ? (look.isUsed ? 'bad' : 'note') : look.isOnScreen ? 'warn' : 'note';
  return { name, is, found: what, remedy: fix === null ? remedy : `${remedy}, or: swarm doctor --fix` };
}

type Mode = Readonly<{
  persona: string;
  mode: string;
  known: Readonly<{ means: string; skips: boolean }> | undefined;
}>;

/** The permission mode that a persona names, plainly. */
export function checkMode({ persona, mode, known }: Mode): Check {
  const name = `persona ${persona}`;
  const found = `permission mode ${mode}${known ? `: ${known.means}` : ''}`;
  if (!known?.skips) return { name, is: 'ok', found, remedy: '' };
  return { name, is: 'warn', found, remedy: 'set another permission_mode, unless you want this' };
}
