import { type AgentNeed, needsIn } from '../agent/need.ts';

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

/** Whole words between underscores. Numbers of tokens are settings, so the plural is none of them. */
const WORD = /(^|_)(KEYS?|TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|AUTHTOKEN)(_|$)/i;
/** Names of the field that hold such a word without an underscore, or hold a connection. */
const KNOWN = /^(PGPASSWORD|PGPASSFILE|MYSQL_PWD)$|(^|_)(DATABASE_UR[IL]|DSN|CONNECTION_STRING)$/i;
/** `scheme://user:password@host`, or `…;Password=…`. */
const CONNECTION = /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@|(^|[;?&\s])(password|pwd)=[^;&\s]/i;
/** A password of the way out is needed by all that speaks with the world. */
const PROXY = /^(https?|all|no|ftp)_proxy$/i;

/** Whether a variable looks like a secret, by its name or as the address of a service with a password. */
export const isSecret = (name: string, value: string): boolean =>
  !PROXY.test(name) && (WORD.test(name) || KNOWN.test(name) || CONNECTION.test(value));
