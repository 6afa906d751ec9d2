import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { packOf } from '../archive/pack-path.ts';
import type { ProjectPaths } from '../project/project-paths.ts';
import { attemptFolder } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';

type Folders = Pick<ProjectPaths, 'sessionsDir' | 'archiveDir'>;

/** Whether an attempt has handed over a result, without a look into it. */
export function resultSeer({ sessionsDir, archiveDir }: Folders): (ref: AttemptRef) => Promise<boolean> {
  const live = new AgentFiles(sessionsDir, new Oddities());
  const archived = new AgentFiles(join(archiveDir, 'sessions'), new Oddities());
  return async (ref) => {
    if (live.hasFile(attemptFolder(sessionsDir, ref).result)) return true;
    const pack = packOf(archiveDir, ref.sessionId);
    if (!archived.hasFile(pack)) return archived.hasFile(attemptFolder(archived.base, ref).result);
    const { hasPacked } = await import('../archive/session-packs.ts');
    return hasPacked(pack, `attempts/${ref.attempt}/result.json`);
  };
}
