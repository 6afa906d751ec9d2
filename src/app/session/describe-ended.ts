import type { Session } from '../../domain/session/session.ts';
import { sizeOf } from '../../domain/workspace/work-diff.ts';
import type { EndedSession, WorkFacts } from '../../views/report.ts';
import type { VerbDeps } from '../deps.ts';

const MOST_LOOKS = 50;
const LOOKS_AT_ONCE = 4;

export type EndedDeps = Pick<VerbDeps, 'store' | 'workspaces'>;

type Stretch = Readonly<{ since: number; now: number }>;

/** Git is asked about those that ended last; of the rest, rows alone tell. */
export async function describeEnded(
  deps: EndedDeps,
  sessions: readonly Session[],
  stretch: Stretch,
): Promise<readonly EndedSession[]> {
  const sums = await deps.store.listUsage({ by: 'session', ...stretch });
  const costs = new Map(sums.map(({ of, costUsd }) => [of, costUsd]));
  const withWork = sessions.filter(({ hasWorkspace }) => hasWorkspace).slice(0, MOST_LOOKS);
  const works = await lookAtWorks(deps, withWork);
  return sessions.map((session) => ({
    session,
    costUsd: costs.get(session.id) ?? 0,
    work: session.hasWorkspace ? works.get(session.id) : null,
  }));
}

async function lookAtWorks(
  deps: EndedDeps,
  sessions: readonly Session[],
): Promise<ReadonlyMap<string, WorkFacts | null>> {
  const works = new Map<string, WorkFacts | null>();
  for (let at = 0; at < sessions.length; at += LOOKS_AT_ONCE) {
    const some = sessions.slice(at, at + LOOKS_AT_ONCE);
    // One repository that git cannot read leaves the rest of the page as it is.
    const looks = await Promise.allSettled(some.map(({ id }) => lookAtWork(deps, id)));
    for (const [index, look] of looks.entries())
      if (look.status === 'fulfilled') works.set(some[index]?.id ?? '', look.value);
  }
  return works;
}

async function lookAtWork({ store, workspaces }: EndedDeps, sessionId: string): Promise<WorkFacts | null> {
  const workspace = await store.findWorkspace(sessionId);
  const diff = workspace ? await workspaces.observeDiff(workspace, { patchBytes: 0, paths: [] }) : null;
  if (!workspace || !diff) return null;
  const { source, commitCount, files, uncommitted } = diff;
  const { branch } = workspace;
  return { branch, source, commits: commitCount, size: sizeOf(files), uncommitted: uncommitted.length };
}
