import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { exec } from '../process/exec.ts';

type Trial = Readonly<{ env: Readonly<Record<string, string>>; timeoutMs: number }>;

/** A server that ends at once, on a socket of its own: no other command meets it, and nothing of it stays. */
export async function assertServerStarts({ env, timeoutMs }: Trial): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'swarm-tmux-'));
  try {
    const args = ['-S', join(folder, 'socket'), '-f', '/dev/null', 'start-server'];
    const { code, stderr } = await exec({ program: 'tmux', args, env, timeoutMs });
    if (code === 0) return;
    throw new Fault('tmux-failed', `tmux cannot start its server: ${stderr.trim()}`, {
      hint: 'nothing was started; try it by hand: tmux -L try new-session',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
