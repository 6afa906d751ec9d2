import { exec } from '../process/exec.ts';

/** What the machine's own programs can do beyond POSIX. */
export type ShellTools = Readonly<{
  /** GNU tail has options that others lack. */
  hasGnuTail: boolean;
  /**
   * Words to put before a program so that it begins a session of its own, hearing all signals; empty if there
   * is no way.
   */
  detach: readonly string[];
}>;

// A path with a space could not be told from two words.
const PROBE = `
case $(tail --version 2> /dev/null) in *GNU*) echo gnu ;; *) echo other ;; esac
env --default-signal=INT,QUIT setsid true 2> /dev/null || exit 0
command -v setsid
command -v env
`;

let known: Promise<ShellTools> | undefined;

/** Memoised: programs do not change while we run. */
export function observeShellTools(env: Readonly<Record<string, string>>): Promise<ShellTools> {
  known ??= probe(env.PATH ?? '').catch(() => ({ hasGnuTail: false, detach: [] }));
  return known;
}

async function probe(path: string): Promise<ShellTools> {
  const { stdout } = await exec({ program: '/bin/sh', args: ['-c', PROBE], env: { PATH: path } });
  const [tail, setsid, env] = stdout.split('\n');
  const canDetach = setsid?.startsWith('/') && env?.startsWith('/') && !/\s/.test(`${setsid}${env}`);
  return {
    hasGnuTail: tail === 'gnu',
    detach: canDetach && setsid && env ? [setsid, env, '--default-signal=INT,QUIT'] : [],
  };
}
