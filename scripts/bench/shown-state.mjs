import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FINAL = ['completed', 'failed', 'killed'];

/**
 * The state that the session of this folder is shown in, if any. The file is replaced whole, so what is read
 * is never half of it.
 */
export function shownState(sessionDir) {
  const file = join(sessionDir, 'state.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).state : null;
}

export const hasEnded = (sessionDir) => FINAL.includes(shownState(sessionDir));
