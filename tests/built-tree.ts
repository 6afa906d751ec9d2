import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** End-to-end tests start the built programs, so they must be there and be those of this source. */
export function setup(): void {
  const prepare = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url));
  execFileSync(process.execPath, [prepare], { stdio: 'inherit' });
}
