import type { Session } from '../../domain/session/session.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';

export type UnmergedDeps = Pick<VerbDeps, 'store'> &
  Readonly<{ workspaces: Pick<VerbDeps['workspaces'], 'listUnmerged'> }>;

type Unmerged = Readonly<{
  /** By session. */
  branches: ReadonlyMap<string, string>;
  /** Those that are not among the recent ones. */
  older: readonly Session[];
}>;

const MOST_OLDER = 50;

/** Sessions whose branches have commits that are not merged. Asks git once, however many there are. */
export async function listUnmerged(deps: UnmergedDeps, recent: readonly Session[]): Promise<Unmerged> {
  const { store, workspaces } = deps;
  const made = (await store.listWorkspaces()).filter((workspace) => !isThrowAway(workspace));
  if (made.length === 0) return { branches: new Map(), older: [] };
  const tips = await workspaces.listUnmerged();
  const live = new Set((await store.listLiveRuns()).map(({ id }) => id));
  const unmerged = made.filter(({ branch, baseCommit }) => (tips.get(branch) ?? baseCommit) !== baseCommit);
  // What goes on elsewhere is reviewed there, on the same branch.
  const successors = await store.listSuccessors(unmerged.map(({ sessionId }) => sessionId));
  const known = new Map(recent.map((session) => [session.id, session]));
  const branches = new Map<string, string>();
  const older: Session[] = [];
  for (const { sessionId, branch } of unmerged.toReversed()) {
    if (successors.has(sessionId)) continue;
    const isKnown = known.has(sessionId);
    if (!isKnown && older.length >= MOST_OLDER) continue;
    const session = known.get(sessionId) ?? (await store.findSession(sessionId));
    if (session?.state !== 'completed' || session.archivedAt !== null) continue;
    // What roles of a run committed is merged together, when the run is over.
    if (session.runId !== null && live.has(session.runId)) continue;
    branches.set(sessionId, branch);
    if (!isKnown) older.push(session);
  }
  return { branches, older };
}
