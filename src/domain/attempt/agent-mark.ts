/** What a look at one process tells of who it works for. */
export type ProcessMark = Readonly<{
  /** The attempt that it belongs to, or what of an agent's work it runs; null when nothing says so. */
  mark: string | null;
  /** Its parent, and the leaders of its process group and session: what may have started it. */
  kin: readonly number[];
}>;

/** A process has few ancestors; who has more is not worth the time. */
const MOST_LOOKED_AT = 200;

/**
 * The mark of the first relative that has one. A process can drop its environment and leave its parent, but
 * it cannot choose its ancestors, nor the leaders of a session that it does not leave.
 */
export function findMark(pid: number, look: (pid: number) => ProcessMark | undefined): string | null {
  const relatives = new Set([pid]);
  for (const one of relatives) {
    const seen = one > 0 ? look(one) : undefined;
    if (seen === undefined) continue;
    if (seen.mark !== null) return seen.mark;
    for (const relative of seen.kin) if (relatives.size < MOST_LOOKED_AT) relatives.add(relative);
  }
  return null;
}

/** Runs what an agent wrote, outside of an attempt: a gate, a check, an installation. */
export const BEHALF_VARIABLE = 'SWARM_ON_BEHALF';
const ATTEMPT_VARIABLE = 'SWARM_ATTEMPT_DIR';

const MARKS: ReadonlySet<string> = new Set([ATTEMPT_VARIABLE, BEHALF_VARIABLE]);
const LAUNCHER = /^\.launcher-[0-9a-f]+\.sh$/;

/**
 * The arguments of a process: `sh <folder>/.launcher-<hash>.sh <attempt's folder>`, or those of bubblewrap,
 * behind which no launcher can be seen: `--setenv SWARM_ATTEMPT_DIR <attempt's folder>`.
 */
export function markOfArguments(words: readonly string[]): string | null {
  const [, script = '', attemptDir = ''] = words;
  const isLauncher = LAUNCHER.test(script.slice(script.lastIndexOf('/') + 1));
  if (isLauncher && attemptDir !== '') return attemptDir;
  const at = words.findIndex((word, nth) => MARKS.has(word) && words[nth - 1] === '--setenv');
  return at < 0 ? null : words[at + 1] || null;
}

/** An environment as the system tells it, `NAME=value` each. */
export function markOfEnvironment(variables: readonly string[]): string | null {
  const findValue = (name: string): string | undefined =>
    variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  return findValue(ATTEMPT_VARIABLE) || findValue(BEHALF_VARIABLE) || null;
}
