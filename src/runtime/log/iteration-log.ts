import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import type { OrchestratorLog } from './orchestrator-log.ts';

/** `.swarm/iteration.log`. There is none where no loop ever ran. */
export function iterationLog(swarmDir: string): OrchestratorLog {
  const path = join(swarmDir, 'iteration.log');
  return {
    append: async (text) => {
      if (text !== '') await withFileFaults(path, () => appendFile(path, text, { mode: 0o600 }));
    },
    redraw: async (text) => {
      if (text !== '') await writeAtomic(path, text);
    },
  };
}
