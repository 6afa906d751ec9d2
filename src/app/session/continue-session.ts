import { type Outcome, refuse } from '../../domain/outcome.ts';
import { isRunOver } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { successorOf } from '../../domain/session/successor.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, noteOf } from '../draft.ts';
import { addHeir, type Heir, type HeirDeps } from './add-heir.ts';
import { findWriter, type WriterDeps } from './find-writer.ts';

export type ContinueDeps = HeirDeps & WriterDeps & Pick<VerbDeps, 'workspaces'>;

type Continuing = Readonly<{ body: string; change?: Partial<Session> }>;

/**
 * Begins the successor of a session that has ended, with a message: the same agent, conversation, workspace
 * and title. A session has one; `stale` where it has one by now.
 */
export async function continueSession(
  deps: ContinueDeps,
  from: Session,
  { body, change = {} }: Continuing,
): Promise<Outcome<Heir> | 'stale'> {
  const obstacle = await findObstacle(deps, from);
  if (obstacle !== null) return obstacle;
  const spec = await deps.store.findSpec(from.id);
  if (!spec) return refuse({ code: 'cannot-continue', sessionId: from.id, why: 'no-task' });
  const shared = await findOtherWriter(deps, from, spec);
  if (shared !== null) return refuse({ code: 'checkout-taken', writer: shared });
  const workspace = from.hasWorkspace ? await deps.store.findWorkspace(from.id) : undefined;
  const baseCommit = workspace ? await findBase(deps, workspace) : '';
  return addHeir(deps, {
    born: (born) => ({
      ...successorOf({ ...from, hasWorkspace: workspace !== undefined }, born),
      ...change,
    }),
    from,
    spec,
    note: `continues ${from.id}`,
    body,
    more: (draft) => (workspace ? handOver(draft, workspace, baseCommit) : []),
  });
}

// A role of a run is given its turns by the run.
async function findObstacle({ store }: ContinueDeps, from: Session): Promise<Outcome<never> | null> {
  const run = from.runId === null ? undefined : await store.findRun(from.runId);
  if (!run || isRunOver(run)) return null;
  return refuse({ code: 'cannot-continue', sessionId: from.id, why: 'live-run', runId: run.id });
}

async function findOtherWriter(
  deps: ContinueDeps,
  { id, hasWorkspace, workDir, cli }: Session,
  { writes }: SessionSpec,
): Promise<string | null> {
  if (hasWorkspace || workDir !== null || !writes || deps.config.workspace.default === 'here') return null;
  const agent = await deps.findAgent(cli);
  return agent.ok && agent.value.isScripted ? null : findWriter(deps, id);
}

// A branch that was merged and deleted is begun again from where the person is now.
async function findBase({ workspaces }: ContinueDeps, workspace: Workspace): Promise<string> {
  if (workspace.branch === '' || workspace.state !== 'released') return workspace.baseCommit;
  const { isThere } = await workspaces.observeBranch(workspace);
  return isThere ? workspace.baseCommit : workspaces.observeHead();
}

/** The folder and the branch go to the successor; a folder that was put away is made again. */
function handOver(draft: Draft, from: Workspace, baseCommit: string): readonly Write[] {
  const { id: sessionId } = draft.session;
  const left = { ...from, state: 'released' as const, version: from.version + 1, changedAt: draft.at };
  const wanted = {
    ...from,
    sessionId,
    baseCommit,
    state: 'wanted' as const,
    version: 1,
    changedAt: draft.at,
  };
  return [
    { kind: 'save-workspace', from, to: left, journal: noteOf(draft, `goes to ${sessionId}`) },
    { kind: 'add-workspace', workspace: wanted, journal: noteOf(draft, from.path) },
  ];
}
