import { Fault } from '../domain/fault.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';
import { observeFolderBytes } from '../runtime/agent-files/folder-bytes.ts';
import type { Runtime } from './wire-runtime.ts';

// Counting more files than this would be felt at every create; what it misses, the next archive puts away.
const COUNTED_FILES = 3_000;
const MB = 1024 * 1024;

/** Why tmux cannot serve here; null when it can. */
export async function observeTmux({ tmux }: Pick<Runtime, 'tmux'>): Promise<Refusal | null> {
  const seen = await refusalOf(() => tmux.observeVersion());
  return seen.ok ? null : seen.refusal;
}

/** The commit that a workspace of this project would start from. */
export const observeHead = ({ workspaces }: Pick<Runtime, 'workspaces'>): Promise<Outcome<string>> =>
  refusalOf(() => workspaces.observeHead());

/** Bytes that the folders of all sessions use together, in megabytes. */
export const observeUsedMb = async (sessionsDir: string): Promise<number> =>
  Math.round((await observeFolderBytes(sessionsDir, COUNTED_FILES)) / MB);

async function refusalOf<T>(observe: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return accept(await observe());
  } catch (error) {
    if (error instanceof Fault) return refuse(asRefusal(error));
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
