import { dirname, join } from 'node:path';
import { RESERVATION_FILE } from '../../domain/reservation/hook-script.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { withLock } from '../lock/with-lock.ts';
import type { HeldFile } from './held-file.ts';

const LOCK_LIMIT_MS = 10_000;

/** The rows are read inside of the lock, so that an older picture never comes last. */
export function realHeldFile({ root, swarmDir }: Readonly<{ root: string; swarmDir: string }>): HeldFile {
  const files = new AgentFiles(swarmDir, new Oddities());
  const path = join(root, RESERVATION_FILE);
  return {
    draw: (render) =>
      withLock(join(swarmDir, 'reservations.lock'), LOCK_LIMIT_MS, async () => {
        const text = await render();
        files.ensureFolder(dirname(path));
        files.write(path, text);
      }),
    ensureGone: async () => files.remove(path),
  };
}
