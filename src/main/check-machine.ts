import type { MachineFit } from '../app/session/resolve-session.ts';
import { Fault } from '../domain/fault.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Session } from '../domain/session/session.ts';
import { observeFolderBytes } from '../runtime/attempt/disk.ts';
import type { Runtime } from './wire-runtime.ts';

const NO_TMUX =
  'tmux is missing or too old: the agent runs without a screen, and "swarm attach" cannot show it';

// A look at more files than this would be felt at every create; what it misses, the next archive puts away.
const LOOKED_AT = 3_000;
const MB = 1024 * 1024;

/** Whether this machine can do what a session needs. Headless agents do without tmux. */
export async function checkMachine(
  { tmux, workspaces }: Pick<Runtime, 'tmux' | 'workspaces'>,
  needs: Readonly<{ mode: Session['mode']; workspace: boolean }>,
): Promise<Outcome<MachineFit>> {
  const screen = await refusalOf(() => tmux.observeVersion());
  if (screen !== null && needs.mode === 'interactive') return refuse(screen);
  const warnings = screen === null ? [] : [NO_TMUX];
  if (!needs.workspace) return accept({ warnings, head: null });
  let head: string | null = null;
  const git = await refusalOf(async () => {
    head = await workspaces.observeHead();
  });
  return git === null ? accept({ warnings, head }) : refuse(git);
}

/** A warning when the folders of all sessions together use more than the limit. */
export async function warnOfDisk({
  sessionsDir,
  totalDiskMb,
}: Readonly<{ sessionsDir: string; totalDiskMb: number }>): Promise<string | null> {
  const usedMb = Math.round((await observeFolderBytes(sessionsDir, LOOKED_AT)) / MB);
  if (usedMb <= totalDiskMb) return null;
  return `Warning: sessions use ${usedMb}MB on disk; "swarm archive" and "swarm clean" make room`;
}

async function refusalOf(look: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (error instanceof Fault) return asRefusal(error);
    throw error;
  }
}

function asRefusal(fault: Fault): Refusal {
  switch (fault.code) {
    case 'tmux-too-old':
      return { code: 'tmux-too-old', version: fault.message, needed: '3.2' };
    case 'git-missing':
      return { code: 'git-missing' };
    case 'git-too-old':
      return { code: 'git-too-old', version: fault.message, needed: '2.20' };
    case 'not-a-repository':
      return { code: 'not-a-repository', path: fault.message };
    case 'no-commit-yet':
      return { code: 'no-commit-yet', path: fault.message };
    case 'tmux-missing':
    case 'program-missing':
      return { code: 'tmux-missing' };
    default:
      throw fault;
  }
}
