import { Fault } from '../../domain/fault.ts';
import type { Git } from './git.ts';

const OLDEST = [2, 20] as const;

/** `git version 2.39.5 (Apple Git-154)` becomes [2, 39]. */
export function parseGitVersion(text: string): readonly [number, number] | null {
  const found = text.match(/(\d+)\.(\d+)/);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

export function isUsable([major, minor]: readonly [number, number]): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

const known = new WeakMap<Git, string>();

/** What git says of itself, asked once. */
export async function observeVersion(git: Git): Promise<string> {
  const text = known.get(git) ?? (await git.ask(['version']));
  known.set(git, text);
  return text;
}

/** A fault `git-missing` or `git-too-old` when this machine's git will not do. */
export async function assertGitUsable(git: Git): Promise<void> {
  const text = await observeVersion(git);
  const version = parseGitVersion(text);
  if (version === null || isUsable(version)) return;
  throw new Fault('git-too-old', text.replace(/^git version /, ''), {
    hint: `git ${OLDEST.join('.')} or newer is needed`,
  });
}
