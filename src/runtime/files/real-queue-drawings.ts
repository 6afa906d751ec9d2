import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileFaults } from './file-fault.ts';
import type { QueueDrawings } from './queue-drawings.ts';
import { writeAtomic } from './write-atomic.ts';

const OWNER_ONLY = 0o700;

export function realQueueDrawings({ swarmDir }: Readonly<{ swarmDir: string }>): QueueDrawings {
  const draw = async (path: string, text: string): Promise<void> => {
    const folder = dirname(path);
    await withFileFaults(folder, () => mkdir(folder, { recursive: true, mode: OWNER_ONLY }));
    await writeAtomic(path, text);
  };
  return {
    drawQueue: (text) => draw(join(swarmDir, 'queue.json'), text),
    drawWork: (workId, text) => draw(join(swarmDir, 'work', `${workId}.json`), text),
  };
}
