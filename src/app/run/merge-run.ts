import { MergedRunAnswer } from '../../contract/answer/merge.ts';
import { MergeRun } from '../../contract/merge.ts';
import { chooseBranches } from '../../domain/merge/choose-branches.ts';
import { conflictQuestion, isMergeQuestion } from '../../domain/merge/conflict-question.ts';
import type { MergeEnd, MergeProgress, RunBranch, Uncommitted } from '../../domain/merge/merge.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type Question, supersedeQuestion } from '../../domain/question/question.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { branchesOf } from '../../domain/run/result/synthesise.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Merges } from '../../runtime/merge/merges.ts';
import type { Write } from '../../store/store.ts';
import { mergeJson } from '../../views/merge-text.ts';
import type { VerbDeps } from '../deps.ts';
import { unwrap } from '../draft.ts';
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
  const end = await deps.merges.merge({ runId: run.id, branches, into: input.into ?? null, ...deps.watch });
  if (!end.ok) return end;
  const questionId = await noteEnd(deps, run, end.value);
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

const TRIES = 3;

/** What became of it goes into the journal; questions about earlier tries are settled by this one. */
async function noteEnd(deps: MergeDeps, { id: runId }: Run, end: MergeEnd): Promise<string | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { writes, questionId } = await draftEnd(deps, runId, end);
    // Stale: an earlier question was answered in this moment.
    if ((await deps.store.commit(writes)).saved) return questionId;
  }
  return null;
}

type Ended = Readonly<{ writes: readonly Write[]; questionId: string | null }>;

async function draftEnd(deps: MergeDeps, runId: string, end: MergeEnd): Promise<Ended> {
  const { store, clock, by } = deps;
  const at = clock.now();
  const journal = { at, by, note: noteOf(end) };
  const asked = (await store.listQuestions({ runId })).filter(isMergeQuestion);
  const question = end.is === 'conflict' ? askAbout(deps, end, { runId, at, count: asked.length }) : null;
  const writes: Write[] = [
    { kind: 'add-note', sessionId: null, runId, event: `merge-${end.is}`, journal },
    ...asked.filter(({ state }) => state === 'open').map((open) => supersede(open, { at, by })),
    ...(question === null ? [] : [{ kind: 'add-question' as const, question, journal }]),
  ];
  return { writes, questionId: question?.id ?? null };
}

type Asked = Readonly<{ runId: string; at: number; count: number }>;

function askAbout(
  { ids }: MergeDeps,
  end: Extract<MergeEnd, { is: 'conflict' }>,
  { runId, at, count }: Asked,
): Question {
  const id = `q-${ids.hash(`${runId}/merge/${count + 1}`).slice(0, 8)}`;
  return conflictQuestion(end, { id, runId, at });
}

const supersede = (open: Question, { at, by }: Readonly<{ at: number; by: string }>): Write => ({
  kind: 'step-question',
  step: unwrap(supersedeQuestion(open, at)),
  journal: { at, by, note: 'merged again' },
});

function noteOf(end: MergeEnd): string {
  switch (end.is) {
    case 'merged':
      return `${end.target} ${end.from.slice(0, 10)} → ${end.to.slice(0, 10)}`;
    case 'nothing-new':
      return `${end.target} has it all`;
    case 'conflict':
      return `${end.branch.branch}: ${end.files.join(', ')}`;
    case 'check-failed':
      return `${end.check} ${end.problem}`;
  }
}

export const mergeRunVerb = verb({
  name: 'run.merge',
  summary: "Merge a run's branches, once the project's check passes on them",
  asks: 'person',
  reads: false,
  input: MergeRun,
  answer: MergedRunAnswer,
  run: mergeRun,
  json: (merged) => mergeJson({ ...merged, runId: merged.run.id }),
});
