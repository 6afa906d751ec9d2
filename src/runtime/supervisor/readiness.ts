import { closeSync, writeSync } from 'node:fs';

/** Names the file descriptor on which a starting supervisor reports its readiness. */
export const READINESS_VARIABLE = 'SWARM_READY_FD';

/** `already-running`: another supervisor has the lock, so this one exits. */
export type Readiness =
  | Readonly<{ is: 'ready' | 'already-running' }>
  | Readonly<{ is: 'failed'; problem: string }>;

/**
 * Called once by a supervisor, when it listens or when it gives up. Without a starter it does nothing.
 * Takes the variable out of the environment, so that no agent takes an unrelated descriptor for it.
 */
export function sayReadiness(env: NodeJS.ProcessEnv, readiness: Readiness): void {
  const descriptor = Number(env[READINESS_VARIABLE]);
  delete env[READINESS_VARIABLE];
  if (!Number.isInteger(descriptor) || descriptor < 3) return;
  try {
    writeSync(descriptor, renderReadiness(readiness));
    closeSync(descriptor);
  } catch {
    // The starter has left; a supervisor goes on without it.
  }
}

function renderReadiness(readiness: Readiness): string {
  if (readiness.is !== 'failed') return `${readiness.is}\n`;
  return `failed ${readiness.problem.replaceAll('\n', ' ')}\n`;
}

/** Null while the line is not whole. */
export function parseReadiness(text: string): Readiness | null {
  const end = text.indexOf('\n');
  if (end === -1) return null;
  const line = text.slice(0, end);
  if (line === 'ready' || line === 'already-running') return { is: line };
  return { is: 'failed', problem: line.replace(/^failed /, '') };
}
