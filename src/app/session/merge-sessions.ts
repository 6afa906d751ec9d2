import { MergeSessions } from '../../contract/merge.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { MergeEnd, Uncommitted } from '../../domain/merge/merge.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import { mergeJson } from '../../views/merge-text.ts';
import { noteMergeEnd } from '../merge/note-merge-end.ts';
import { findNamedSession } from '../run/find-target.ts';
import type { MergeDeps } from '../run/merge-run.ts';
import { verb } from '../verb.ts';
import { listBefore } from './dependency-chains.ts';

export type MergedSessions = Readonly<{
  names: readonly string[];
  /** Of a conflict: the question that a person can settle. */
  questionId: string | null;
  end: MergeEnd;
  rescues: readonly string[];
  uncommitted: readonly Uncommitted[];
}>;

const PAGE = 500;

/** Merges what sessions committed, oldest first: those that are named, or that an item or a loop began. */
export async function mergeSessions(
  deps: MergeDeps,
  { names, into, anyway }: MergeSessions,
): Promise<Outcome<MergedSessions>> {
  const found = await findSessions(deps, names, anyway);
  if (!found.ok) return found;
  const sessions = [...found.value].sort((a, b) => a.createdAt - b.createdAt);
  const branches = await listBranches(deps, sessions);
  if (branches.length === 0) return refuse({ code: 'no-branch-to-merge', names });
  const end = await deps.merges.merge({
    runId: names[0] ?? '',
    title: '',
    titles: new Map(branches.map(({ branch, words }) => [branch, words])),
    branches: branches.map(({ role, branch }) => ({ role, branch })),
    into: into ?? null,
    ...deps.watch,
  });
  if (!end.ok) return end;
  const ids = new Set(sessions.map(({ id }) => id));
  const rescues = (await deps.workspaces.listRescues())
    .filter(({ sessionId }) => ids.has(sessionId))
    .map(({ sessionId, number }) => `${sessionId}/${number}`);
  const questionId = await noteEnd(deps, { names, sessions, branches, end: end.value });
  const uncommitted = await deps.merges.listUncommitted(branches);
  return accept({ names, end: end.value, questionId, rescues, uncommitted });
}

type MergeOfSessions = Readonly<{
  names: readonly string[];
  sessions: readonly Session[];
  branches: readonly Branch[];
  end: MergeEnd;
}>;

/** An earlier question may be about a session whose successor was merged now. */
async function noteEnd(
  deps: MergeDeps,
  { names, sessions, branches, end }: MergeOfSessions,
): Promise<string | null> {
  const earlier = await Promise.all(sessions.map((session) => listBefore(deps.store, session)));
  const sessionIds = [...new Set(earlier.flat())];
  const sessionId = end.is === 'conflict' ? end.branch.role : (branches[0]?.role ?? '');
  return noteMergeEnd(deps, { owner: { sessionIds }, asked: { sessionId }, names, end });
}

async function findSessions(
  deps: MergeDeps,
  names: readonly string[],
  anyway: boolean,
): Promise<Outcome<ReadonlySet<Session>>> {
  const found = new Map<string, Session>();
  for (const name of names) {
    const begun = await listBegun(deps, name);
    const one = begun === null ? await findNamedSession(deps, name, 'merge') : null;
    if (one !== null && !one.ok) return one;
    const unfit = one === null || anyway ? null : unfitness(one.value);
    if (unfit !== null) return unfit;
    // Of an item or a loop, what failed is no part of what it did.
    const all =
      one === null ? (begun ?? []).filter((session) => anyway || unfitness(session) === null) : [one.value];
    for (const session of all) found.set(session.id, session);
  }
  return accept(new Set(found.values()));
}

function unfitness({ id: sessionId, state }: Session): Outcome<never> | null {
  if (state === 'completed') return null;
  const status = statusOf(state);
  return refuse({
    code: isOver({ state }) ? 'session-not-completed' : 'session-still-live',
    sessionId,
    status,
  });
}

/** The sessions that a work item or a loop began; null where the name is of neither. */
async function listBegun({ store }: MergeDeps, name: string): Promise<readonly Session[] | null> {
  if (await store.findWork(name)) return listAll(store, { workId: name });
  if (!(await store.findLoop(name))) return null;
  return (await listAll(store, {})).filter(({ metadata }) => metadata[LOOP_METADATA] === name);
}

async function listAll(store: MergeDeps['store'], filter: { workId?: string }): Promise<readonly Session[]> {
  const all: Session[] = [];
  let after: string | undefined;
  do {
    const page = await store.listSessions(filter, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    all.push(...page.sessions);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return all;
}

type Branch = Readonly<{ role: string; branch: string; words: string }>;

/** One that had nothing to keep may be gone; a successor works on the branch of the other. */
async function listBranches(deps: MergeDeps, sessions: readonly Session[]): Promise<readonly Branch[]> {
  const present = await deps.workspaces.listBranches();
  const branches = new Map<string, Branch>();
  for (const { id, title } of sessions) {
    const workspace = await deps.store.findWorkspace(id);
    if (!workspace || isThrowAway(workspace) || !present.has(workspace.branch)) continue;
    const { branch } = workspace;
    branches.set(branch, { role: id, branch, words: `${title} (session ${id})` });
  }
  return [...branches.values()];
}

export const mergeSessionsVerb = verb({
  name: 'session.merge',
  summary: "Merge the branches of sessions, items or loops if the project's check passes",
  asks: 'person',
  reads: false,
  input: MergeSessions,
  answer: async () => (await import('../../contract/answer/merge.ts')).MergedRunAnswer,
  run: mergeSessions,
  json: (merged) => mergeJson({ ...merged, runId: null, spared: [] }),
});
