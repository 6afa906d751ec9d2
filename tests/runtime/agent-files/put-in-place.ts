import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { MakeOdd } from './odd-things.ts';

const MOST_TRIES = 1_000;
const NOT_YET: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST']);

type Odd = Readonly<{ make: MakeOdd; outside: string }>;

/**
 * Puts an odd thing in the place of whatever is there. A supervisor at work sets aside and writes anew what
 * it finds, at any moment: so the thing is made elsewhere and moved, and nothing is half made or half gone.
 */
export async function putInPlace(path: string, { make, outside }: Odd): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'swarm-odd-'));
  try {
    const made = join(scratch, basename(path));
    await make(made, outside);
    for (let tries = 1; !takePlace(made, path, join(scratch, `.before-${tries}`)); tries += 1)
      if (tries === MOST_TRIES) throw new Error(`${path} was made again ${MOST_TRIES} times`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** False when something of another kind came to the path between the two renames. */
const takePlace = (made: string, path: string, before: string): boolean => {
  renamed(path, before, new Set(['ENOENT']));
  return renamed(made, path, NOT_YET);
};

function renamed(from: string, to: string, bearable: ReadonlySet<string>): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (bearable.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
