import type { AgentFiles } from './agent-files.ts';

/**
 * Two changes within one tick of the kernel's clock leave the same time, and what is made in a folder may be
 * filled a moment later, which the folder's own time does not show.
 */
const TRUSTED_AFTER_MS = 2_000;

/**
 * Tells by size and time whether a file has changed, or a folder's list of names. One that changed a moment
 * ago may change again without a trace, so its stamp is never the same twice.
 */
export function fileStamp(files: AgentFiles, path: string, now: number): string {
  const seen = files.observe(path);
  if (seen === null) return '-';
  const isFresh = now - seen.ctimeMs < TRUSTED_AFTER_MS;
  return `${seen.size}@${seen.ctimeMs}${isFresh ? `~${now}` : ''}`;
}
