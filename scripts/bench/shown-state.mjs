import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the session of this folder is shown as over. It is replaced whole, so what is read is never half of
 * it.
 */
export function hasEnded(sessionDir) {
  const file = join(sessionDir, 'state.json');
  if (!existsSync(file)) return false;
  return ['COMPLETED', 'FAILED', 'KILLED'].includes(
    JSON.parse(readFileSync(file, 'utf8')).status.toUpperCase(),
  );
}
