import { join, relative } from 'node:path';
import type { AttemptPlaces } from '../domain/agent/agent.ts';
import { paneSession } from '../domain/session/names.ts';
import type { Session } from '../domain/session/session.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Places } from '../runtime/project/places.ts';
import type { SessionView } from '../views/session-view.ts';
import { bundleFile, type Env, packageDir } from './project.ts';

/** Names and paths that follow from a session's id, relative to the project where they lie inside it. */
export function nameSession(
  places: Places,
  prefix: string,
  session: Session,
): Pick<SessionView, 'sessionDir' | 'promptFile' | 'resultFile' | 'paneSession'> {
  const home = session.archivedAt === null ? places.sessionsDir : join(places.archiveDir, 'sessions');
  const dir = join(home, session.id);
  const shown = (path: string): string => (path.startsWith(places.root) ? relative(places.root, path) : path);
  return {
    sessionDir: `${shown(dir)}/`,
    promptFile: shown(join(dir, 'prompt.md')),
    resultFile: shown(join(dir, 'result.json')),
    paneSession: paneSession(prefix, { sessionId: session.id, runId: session.runId, role: session.role }),
  };
}

export function attemptPlaces(
  places: Places,
  env: Env,
  { session, workspace }: Readonly<{ session: Session; workspace: Workspace | null }>,
): AttemptPlaces {
  const sessionDir = join(places.sessionsDir, session.id);
  return {
    project: places.root,
    workDir: workspace?.path ?? session.workDir ?? places.root,
    sessionDir,
    attemptDir: join(sessionDir, 'attempts', String(session.attempt)),
    binDir: join(packageDir(), 'dist', 'bin'),
    rehearsalProgram: bundleFile('rehearsal.cjs'),
    home: env.HOME ?? '/',
    claudeConfigDir: env.CLAUDE_CONFIG_DIR ?? null,
  };
}
