import { type AgentNeed, needsIn } from '../agent/need.ts';
import { isSecret } from './secret.ts';

type Variables = Readonly<Record<string, string>>;

/** What is handed on although it looks like a secret. */
export type Passing = Readonly<{
  needs: readonly AgentNeed[];
  /** Names that the project's settings list; `*` stands for any letters. */
  pass: readonly string[];
}>;

/** An environment for what agents steer or wrote, and the names that it lacks because they look secret. */
export type HandedOn = Readonly<{ given: Variables; withheld: readonly string[] }>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Of Swarm's own processes: the store's address, descriptors and sockets of who started them. */
const NEVER = /^(SWARM_STORE|SWARM_READY_FD|LISTEN_(FDS|PID|FDNAMES)|NOTIFY_SOCKET|WATCHDOG_(PID|USEC))$/;

/** Secrets of the person stay with the person, unless the agent CLI or the project needs them. */
export function handOn(env: Variables, { needs, pass }: Passing): HandedOn {
  const wanted = [...pass, ...needsIn(env, needs).flatMap(({ variables }) => variables)].map(matcherOf);
  const isWithheld = (name: string, value: string): boolean =>
    isSecret(name, value) && !wanted.some((matches) => matches.test(name));
  const own = Object.entries(env).filter(([name]) => NAME.test(name) && !NEVER.test(name));
  return {
    given: {
      ...Object.fromEntries(own.filter(([name, value]) => !isWithheld(name, value))),
      // Without the address, another store would answer in its place.
      ...(env.SWARM_STORE ? { SWARM_STORE_HIDDEN: '1' } : {}),
    },
    withheld: own.flatMap(([name, value]) => (isWithheld(name, value) ? [name] : [])).sort(),
  };
}

const matcherOf = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
