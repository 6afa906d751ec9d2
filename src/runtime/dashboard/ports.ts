import { shortHash } from '../project/project-paths.ts';

// Below the ports that systems give to outgoing connections: one of those could take a project's port while
// its server is not there.
const FIRST = 20_000;
const COUNT = 10_000;
const TRIES = 4;
const ANY = 0;

/** The ports to try for a project, in order: the one that it had, those that follow from its path, any. */
export function portsFor(root: string, had: number | null): readonly number[] {
  const start = Number(BigInt(`0x${shortHash(root)}`) % BigInt(COUNT));
  const own = Array.from({ length: TRIES }, (_, n) => FIRST + ((start + n) % COUNT));
  return [...new Set([...(had === null ? [] : [had]), ...own, ANY])];
}
