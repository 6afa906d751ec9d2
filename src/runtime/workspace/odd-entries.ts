import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { identityOf, Oddities, setAside } from '../agent-files/oddities.ts';

/** What git reads of every worktree when it makes or lists one, whole and waiting for it. */
const READ_OF_ALL = ['HEAD', 'gitdir', 'commondir', 'locked', 'config.worktree'];
const MOST_BYTES = 64 * 1024;
const MOST_ENTRIES = 10_000;

/**
 * An agent can write to git's own folder of its worktree. A pipe there would keep git from making any other
 * one, so it is set aside: that worktree alone is broken then.
 */
export function setOddEntriesAside(commonDir: string): void {
  const files = new AgentFiles(commonDir, new Oddities());
  const folder = join(commonDir, 'worktrees');
  for (const entry of files.list(folder, MOST_ENTRIES).map((name) => join(folder, name))) {
    for (const [name, seen] of files.observeAll(entry, READ_OF_ALL)) {
      if (seen.isFile() && seen.size <= MOST_BYTES) continue;
      const path = join(entry, name);
      setAside(commonDir, path, identityOf(path));
    }
  }
}
