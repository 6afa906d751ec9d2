import type { Loop } from '../../src/domain/loop/loop.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { Workspace } from '../../src/domain/workspace/workspace.ts';
import type { Write } from '../../src/store/store.ts';

type Rows = { sessions: Session[]; workspaces: Workspace[]; loops: Loop[] };

/** Paths of the project's rows begin with another root now. */
export function movePaths(rows: Rows, { from, to, hostId }: Extract<Write, { kind: 'move-paths' }>): void {
  const isInside = (path: string | null): path is string => path === from || !!path?.startsWith(`${from}/`);
  const moved = (path: string): string => `${to}${path.slice(from.length)}`;
  const isHere = (id: string): boolean =>
    rows.sessions.some((it) => it.id === id && (it.hostId === null || it.hostId === hostId));
  const inWorkDir = <T extends Session | Loop>(it: T): T =>
    isInside(it.workDir) ? { ...it, workDir: moved(it.workDir), version: it.version + 1 } : it;

  rows.workspaces = rows.workspaces.map((it) =>
    isInside(it.path) && isHere(it.sessionId) ? { ...it, path: moved(it.path), version: it.version + 1 } : it,
  );
  rows.sessions = rows.sessions.map((it) => (isHere(it.id) ? inWorkDir(it) : it));
  rows.loops = rows.loops.map(inWorkDir);
}
