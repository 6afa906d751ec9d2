import { MergeRun } from '../../contract/merge.ts';
import { chooseBranches } from '../../domain/merge/choose-branches.ts';
import type { MergeEnd, MergeProgress, RunBranch, Uncommitted } from '../../domain/merge/merge.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { branchesOf } from '../../domain/run/result/synthesise.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import { titleOf } from '../../domain/session/title.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Merges } from '../../runtime/merge/merges.ts';
import { mergeJson } from '../../views/merge-text.ts';
import type { VerbDeps } from '../deps.ts';
import { noteMergeEnd } from '../merge/note-merge-end.ts';
import { verb } from '../verb.ts';
import { isBareAndGone } from './bare-branch.ts';
import { findRun } from './find-run.ts';

export type MergeDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'workspaces'> &
  Readonly<{
    merges: Merges;
    /** Told of each step; the signal gives up. */
    watch: Readonly<{ tell: (progress: MergeProgress) => void; signal?: AbortSignal }>;
  }>;

export type MergedRun = Readonly<{
  run: Run;
  end: MergeEnd;
  /** Of a conflict: the question that a person can settle. */
  questionId: string | null;
  /** Rescues of work of the run that was never committed, and so is on no branch. */
  rescues: readonly string[];
  /** The same, where the workspace is still there. */
  uncommitted: readonly Uncommitted[];
  /** Branches of roles that the run went on without, which were left alone. */
  spared: readonly RunBranch[];
}>;

/** Merges what the roles of a run committed. Rows only tell of it: what is merged is looked up in git. */
export async function mergeRun(deps: MergeDeps, input: MergeRun): Promise<Outcome<MergedRun>> {
  const found = await findRun(deps.store, input.runId);
  if (!found.ok) return found;
  const run = found.value;
  if (!isRunOver(run)) return refuse({ code: 'run-not-over', runId: run.id, state: run.state });
  if (run.state !== 'completed' && !input.anyway) {
    return refuse({ code: 'run-not-completed', runId: run.id, state: run.state });
  }
  const { all, memory, sessionIds } = await readBranches(deps, run);
  const chosen = chooseBranches(memory, all, input.roles);
  if (!chosen.ok) return chosen;
  const { branches, spared } = chosen.value;
  if (branches.length === 0) return refuse({ code: 'merge-no-branch', runId: run.id });
  const asked = { runId: run.id, title: titleOf(run.goal), branches, into: input.into ?? null };
  const end = await deps.merges.merge({ ...asked, ...deps.watch });
  if (!end.ok) return end;
  const whose = { runId: run.id };
  const questionId = await noteMergeEnd(deps, {
    owner: whose,
    asked: whose,
    names: [run.id],
    end: end.value,
  });
  const rescues = (await deps.workspaces.listRescues())
    .filter(({ sessionId }) => sessionIds.has(sessionId))
    .map(({ sessionId, number }) => `${sessionId}/${number}`);
  const uncommitted = await deps.merges.listUncommitted(branches);
  return accept({ run, end: end.value, questionId, rescues, uncommitted, spared });
}

type Branches = Readonly<{ all: readonly RunBranch[]; memory: RunMemory; sessionIds: ReadonlySet<string> }>;

async function readBranches(deps: MergeDeps, { id }: Run): Promise<Branches> {
  const { store } = deps;
  const memory = await store.findRunMemory(id);
  if (!memory) throw new Error(`run ${id} has no memory`);
  const { definition } = memory;
  const sessions = await store.listRunSessions(id);
  const workspaces = await listBranched(deps, sessions);
  const all = branchesOf({ definition, workspaces, sessions: sessions.map((session) => ({ session })) });
  return {
    memory,
    all: all.map(({ role, branch }) => ({ role, branch })),
    sessionIds: new Set(sessions.map((session) => session.id)),
  };
}

/** Without those whose branch held nothing and was deleted for that. A role's later session has the same. */
async function listBranched(deps: MergeDeps, sessions: readonly Session[]): Promise<readonly Workspace[]> {
  const found = await Promise.all(sessions.map(({ id }) => deps.store.findWorkspace(id)));
  const workspaces = found.flatMap((workspace) => workspace ?? []);
  const bare = new Set<string>();
  for (const workspace of workspaces) {
    if (await isBareAndGone(deps, workspace)) bare.add(workspace.branch);
  }
  return workspaces.filter(({ branch }) => !bare.has(branch));
}

export const mergeRunVerb = verb({
  name: 'run.merge',
  summary: "Merge a run's branches if the project's check passes",
  asks: 'person',
  reads: false,
  input: MergeRun,
  answer: async () => (await import('../../contract/answer/merge.ts')).MergedRunAnswer,
  run: mergeRun,
  json: (merged) => mergeJson({ ...merged, runId: merged.run.id, names: [merged.run.id] }),
});
