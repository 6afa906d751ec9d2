import { join, relative } from 'node:path';
import type { AttemptPaths } from '../domain/agent/agent.ts';
import { paneSession } from '../domain/session/names.ts';
import type { Session } from '../domain/session/session.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { hasPack, packOf } from '../runtime/archive/pack-path.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';
import type { SessionView } from '../views/session-view.ts';
import { bundleFile, type Env, packageDir } from './project.ts';

/** Names and paths that follow from a session's id, relative to the project where they lie inside it. */
export function nameSession(
  paths: ProjectPaths,
  prefix: string,
  session: Session,
): Pick<SessionView, 'sessionDir' | 'promptFile' | 'resultFile' | 'paneSession'> {
  const dir = homeOf(paths, session);
  const shown = (path: string): string => (path.startsWith(paths.root) ? relative(paths.root, path) : path);
  return {
    sessionDir: dir.endsWith('.tar.gz') ? shown(dir) : `${shown(dir)}/`,
    promptFile: shown(join(dir, 'prompt.md')),
    resultFile: shown(join(dir, 'result.json')),
    paneSession: paneSession(prefix, { sessionId: session.id, runId: session.runId, role: session.role }),
  };
}

/** The folder of a session; of an archived one its pack, or the folder that could not be packed. */
function homeOf({ sessionsDir, archiveDir }: ProjectPaths, { id, archivedAt }: Session): string {
  if (archivedAt === null) return join(sessionsDir, id);
  const pack = packOf(archiveDir, id);
  return hasPack(pack) ? pack : join(archiveDir, 'sessions', id);
}

export function attemptPaths(
  paths: ProjectPaths,
  env: Env,
  { session, workspace }: Readonly<{ session: Session; workspace: Workspace | null }>,
): AttemptPaths {
  const sessionDir = join(paths.sessionsDir, session.id);
  return {
    project: paths.root,
    workDir: workspace?.path ?? session.workDir ?? paths.root,
    sessionDir,
    attemptDir: join(sessionDir, 'attempts', String(session.attempt)),
    binDir: join(packageDir(), 'dist', 'bin'),
    rehearsalProgram: bundleFile('rehearsal.cjs'),
    home: env.HOME ?? '/',
    claudeConfigDir: env.CLAUDE_CONFIG_DIR ?? null,
  };
}
