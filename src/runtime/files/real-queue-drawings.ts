import { dirname, join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { QueueDrawings } from './queue-drawings.ts';

export function realQueueDrawings({ swarmDir }: Readonly<{ swarmDir: string }>): QueueDrawings {
  const files = new AgentFiles(swarmDir, new Oddities());
  const draw = async (path: string, text: string): Promise<void> => {
    files.ensureFolder(dirname(path));
    files.write(path, text);
  };
  return {
    drawQueue: (text) => draw(join(swarmDir, 'queue.json'), text),
    drawWork: (workId, text) => draw(join(swarmDir, 'work', `${workId}.json`), text),
  };
}
