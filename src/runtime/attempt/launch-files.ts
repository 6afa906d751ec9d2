import type { LaunchPlan } from '../../domain/agent/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { ShellTools } from './shell-tools.ts';
import { TOKEN_VARIABLE } from './token.ts';

export type StartSettings = Readonly<{
  plan: LaunchPlan;
  /** A file that the pane shows while a headless agent works; null for none. */
  view: string | null;
  tools: ShellTools;
}>;

type Variables = Readonly<Record<string, string>>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
// Variables of the terminal that started us, or of an attempt that we may ourselves be running in.
const NOT_HANDED_ON = new Set([
  'TERM',
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'TMUX',
  'TMUX_PANE',
  'COLUMNS',
  'LINES',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  'SWARM_TRUST',
  'SWARM_SESSION_ID',
  'SWARM_SESSION_DIR',
  'SWARM_ATTEMPT_DIR',
  'SWARM_ATTEMPT_TOKEN',
  'SWARM_ON_BEHALF',
  'SWARM_RUN_ID',
  'SWARM_ROLE',
  'SWARM_BIN_DIR',
  'SWARM_PROMPT_FILE',
  'SWARM_RESULT_FILE',
  'INTERRUPT_FILE',
]);

/** Without inotify watches left, GNU tail polls, ten times a second. */
const GNU_FEED = 'tail -c +1 -s 0.1 -f';
/** A person's screen polls: watches are few, and agents' input needs them. */
const GNU_VIEW = 'tail -n +1 -s 0.5 ---disable-inotify -f';

/** What the launcher reads first: how to run the agent, and its arguments. */
export function renderStart({ plan, view, tools }: StartSettings): string {
  // env(1) would take such a name for a variable.
  const canDetach = !plan.argv[0]?.includes('=');
  return [
    `input=${quote(plan.input)}`,
    `work=${quote(plan.workDir)}`,
    `view=${quote(view ?? '')}`,
    `follow=${quote(tools.hasGnuTail ? GNU_FEED : 'tail -c +1 -f')}`,
    `follow_view=${quote(tools.hasGnuTail ? GNU_VIEW : 'tail -n +1 -f')}`,
    `detach=${quote(canDetach ? tools.detach.join(' ') : '')}`,
    `set -- ${plan.argv.map(quote).join(' ')}`,
    '',
  ].join('\n');
}

/**
 * The agent's environment. The file holds secrets, so its last act is to empty itself: that takes no program,
 * and by then the shell has read all of it.
 */
export function renderEnv(
  person: Variables,
  plan: LaunchPlan,
  attempt: Readonly<{ dir: string; token: string }>,
): string {
  const own = { SWARM_ATTEMPT_DIR: attempt.dir, [TOKEN_VARIABLE]: attempt.token };
  const variables = { ...handedOn(person), ...checked(plan.env), ...own };
  const path = [plan.env.SWARM_BIN_DIR, plan.env.PATH ?? person.PATH].filter(Boolean).join(':');
  const lines = Object.entries({ ...variables, PATH: path }).map(
    ([name, value]) => `export ${name}=${quote(value)}`,
  );
  return [...lines, ': > ./env.sh', ''].join('\n');
}

/** For any POSIX shell: nothing inside single quotes has a meaning, except the next single quote. */
export function quote(text: string): string {
  if (text.includes('\0')) {
    throw new Fault(
      'launch-impossible',
      'A program cannot be given an argument or a variable with a zero byte',
    );
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const handedOn = (person: Variables): Variables =>
  Object.fromEntries(Object.entries(person).filter(([name]) => NAME.test(name) && !NOT_HANDED_ON.has(name)));

function checked(env: Variables): Variables {
  const bad = Object.keys(env).find((name) => !NAME.test(name));
  if (bad === undefined) return env;
  throw new Fault('launch-impossible', `Not a name for a variable: ${JSON.stringify(bad)}`, {
    hint: 'Names have letters, digits and underscores, and do not begin with a digit.',
  });
}
