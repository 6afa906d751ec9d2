import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { OrchestratorLog } from './orchestrator-log.ts';

/** `.swarm/iteration.log`. There is none where no loop ever ran. */
export function iterationLog(swarmDir: string): OrchestratorLog {
  const path = join(swarmDir, 'iteration.log');
  const files = new AgentFiles(swarmDir, new Oddities());
  return {
    append: async (text) => {
      if (text !== '') files.append(path, text);
    },
    redraw: async (text) => {
      if (text !== '') files.write(path, text);
    },
  };
}
