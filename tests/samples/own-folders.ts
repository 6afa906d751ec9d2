import { join } from 'node:path';
import { realSessionFolders } from '../../src/runtime/files/real-session-folders.ts';
import type { SessionFolders } from '../../src/runtime/files/session-folders.ts';
import { type OwnKind, realFolderMarks } from '../../src/runtime/project/folder-marks.ts';

/** The folders of a project whose content is all explained. */
export function ownSessionFolders(
  root: string,
  { sessionsDir = join(root, 'sessions'), now = 7 } = {},
): SessionFolders {
  const own = <K extends OwnKind>(kind: K, path = join(root, kind)) => ({ kind, path });
  return realSessionFolders({
    sessions: own('sessions', sessionsDir),
    worktrees: own('worktrees'),
    archive: own('archive'),
    trash: own('trash'),
    marks: realFolderMarks({ id: 'p1', root, explain: async () => [] }),
    now: () => now,
  });
}
