import type { LoginSight, Obstacle } from '../domain/agent/obstacle.ts';
import { type AgentProgram, isOlder, type ProgramSight, versionIn } from '../domain/agent/program.ts';
import type { Check } from './check-list.ts';

/** How much a project depends on an agent CLI. */
export type AgentUse = Readonly<{
  /** It is the project's own, or that of a persona. */
  isUsed: boolean;
  /** The same, with a screen. */
  isOnScreen: boolean;
}>;

export type AgentLook = AgentUse &
  Readonly<{
    program: AgentProgram;
    sight: ProgramSight;
    tellsCost: boolean;
    /** Null where nobody can tell anything. */
    login: LoginSight | null;
    /** What would hold it up with a screen, and the codes of what would do so without one. */
    obstacles: readonly Obstacle[];
    holdsHeadless: readonly string[];
  }>;

const NO_LOGIN = 'not-logged-in';
const SECOND = 1_000;

/** All that was seen of one agent CLI. What nobody uses is not called bad. */
export function checksOfAgent(look: AgentLook): readonly Check[] {
  const program = checkProgram(look);
  if (look.sight.is === 'absent') return [program];
  const obstacles = look.obstacles.filter(({ code }) => look.login === null || code !== NO_LOGIN);
  return [
    program,
    ...(look.login === null ? [] : [checkLogin(look, look.login)]),
    ...obstacles.map((obstacle) => checkObstacle(look, obstacle)),
  ];
}

function checkProgram({ program, sight, isUsed, tellsCost }: AgentLook): Check {
  const { name, oldest, install } = program;
  const told = (is: Check['is'], found: string, remedy = ''): Check => ({ name, is, found, remedy });
  const serious = isUsed ? 'bad' : 'note';
  switch (sight.is) {
    case 'absent':
      return told(serious, isUsed ? 'not found' : 'not found, and not used here', install);
    case 'hung':
      return told(
        serious,
        `${sight.path} did not tell its version within ${sight.limitMs / SECOND} s`,
        `run "${[name, ...program.versionArgs].join(' ')}" and see what it waits for`,
      );
    case 'broken':
      return told(serious, `${sight.path} does not run: ${sight.problem}`, install);
    case 'found': {
      const version = versionIn(sight.said);
      const money = tellsCost ? 'tells what it costs' : 'does not tell what it costs: budgets in tokens only';
      if (version === null) return told('warn', `${sight.path} tells no version`, install);
      const found = `${sight.path}, ${version}, ${money}`;
      if (!isOlder(version, oldest)) return told('ok', found);
      return told('warn', `${found}; too old: nothing before ${oldest} was tried`, install);
    }
  }
}

function checkLogin({ program, isUsed, obstacles }: AgentLook, login: LoginSight): Check {
  const name = `${program.name} login`;
  if (login.is === 'found') return { name, is: 'ok', found: login.by, remedy: '' };
  if (login.is === 'unknown') {
    return { name, is: 'note', found: `cannot be known: ${login.why}`, remedy: '' };
  }
  const remedy = obstacles.find(({ code }) => code === NO_LOGIN)?.remedy ?? '';
  return { name, is: isUsed ? 'bad' : 'note', found: 'none found', remedy };
}

function checkObstacle(look: AgentLook, { code, what, remedy, fix }: Obstacle): Check {
  const isAlways = look.holdsHeadless.includes(code);
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
  return { name, is: 'warn', found, remedy: 'choose another permission_mode, unless this is what you want' };
}
