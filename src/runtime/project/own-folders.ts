import type { OwnFolder, OwnKind } from './folder-marks.ts';
import type { ProjectPaths } from './project-paths.ts';

/** The folders whose content Swarm moves and deletes. */
export const ownFolders = (paths: ProjectPaths): Readonly<Record<OwnKind, OwnFolder>> => ({
  sessions: { kind: 'sessions', path: paths.sessionsDir },
  worktrees: { kind: 'worktrees', path: paths.worktreesDir },
  archive: { kind: 'archive', path: paths.archiveDir },
  trash: { kind: 'trash', path: paths.trashDir },
});
