import { SessionRef } from '../../contract/id.ts';
import { pastAttempts } from '../../domain/attempt/past-attempts.ts';
import { isServedBy } from '../../domain/host/served-host.ts';
import { hookBlocksOf, type JournalEntry } from '../../domain/journal/journal.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { addUse, NO_USE } from '../../domain/resource/use.ts';
import { QUOTA_SPENT } from '../../domain/session/quota.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { AttemptRef } from '../../runtime/attempt/attempts.ts';
import { edgesOf } from '../../views/session-graph.ts';
import { sessionStatusJson } from '../../views/session-status.ts';
import type { AwaitedSession, SessionView } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { listAwaitedChildren } from './await-children.ts';
import { listBudgets } from './budgets.ts';
import { listChains, standingOf } from './dependency-chains.ts';
import { findSuspension } from './find-suspension.ts';

const COUNTED_BLOCKS = 10_000;
const SHOWN_QUOTAS = 10;
const SHOWN_STEPS = 2_000;

export type ReportDeps = Pick<VerbDeps, 'store' | 'clock' | 'attempts' | 'config' | 'hostId'> &
  Readonly<{
    hasResult: (ref: AttemptRef) => Promise<boolean>;
    /** A supervisor is at work on this host. */
    isServed: () => Promise<boolean>;
    /** Names and paths that follow from the session's id. */
    nameOf: (
      session: Session,
    ) => Pick<SessionView, 'sessionDir' | 'promptFile' | 'resultFile' | 'paneSession'>;
  }>;

/** One session, by its id or its role. */
export async function showSession(
  deps: ReportDeps,
  { sessionId }: SessionRef,
): Promise<Outcome<SessionView>> {
  const found = await findNamedSession(deps, sessionId, 'status');
  if (!found.ok) return found;
  const view = await reportSession(deps, found.value);
  const past = pastAttempts(view.attempts, await listSteps(deps, found.value));
  return accept({ ...view, ...(await lookAtResources(deps, view)), past });
}

/** All that is known of one session, from its rows and one look at its process. */
export async function reportSession(deps: ReportDeps, session: Session): Promise<SessionView> {
  const { store, attempts } = deps;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const spec = await store.findSpec(session.id);
  const blocks = await store.listJournal({
    after: 0,
    limit: COUNTED_BLOCKS,
    sessionId: session.id,
    event: 'hook-blocked',
  });
  const spent = await store.listJournal({
    after: 0,
    limit: SHOWN_QUOTAS,
    sessionId: session.id,
    event: QUOTA_SPENT,
  });
  const now = deps.clock.now();
  const elsewhere = isServedBy(deps, session) ? null : session.hostId;
  const isQuiet = isOver(session) || session.attempt === 0 || elsewhere !== null;
  const isAlive = !isQuiet && (await attempts.observe(ref)).is === 'alive';
  return {
    session,
    attempts: await store.listAttempts(session.id),
    questions: await store.listQuestions({ sessionId: session.id }),
    workspace: session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null,
    hasResult: session.attempt > 0 && elsewhere === null && (await deps.hasResult(ref)),
    paneActive: isAlive,
    elsewhere,
    pid: isAlive ? await attempts.findAgentPid(ref) : null,
    work: session.workId === null ? null : ((await store.findWork(session.workId)) ?? null),
    permissionMode: spec?.permissionMode ?? null,
    hookBlocks: hookBlocksOf(blocks),
    spentQuotas: spent.map(({ note }) => note),
    budgets: spec ? await listBudgets(deps, { session, spec, at: now }) : [],
    suspension: isOver(session) ? null : await findSuspension(store, session),
    continuedBy: (await store.listSuccessors([session.id])).get(session.id) ?? null,
    awaited: await listAwaited(store, session),
    children: await listWaitedFor(store, session, now),
    now,
    ...deps.nameOf(session),
  };
}

/** Of a process that lives, what the system says; else what it was to be held to, and what the rows keep. */
async function lookAtResources(
  { store, attempts, isServed }: ReportDeps,
  { session, attempts: rows, paneActive: isAlive }: SessionView,
): Promise<Required<Pick<SessionView, 'resources' | 'used'>>> {
  const { id: sessionId, attempt, runId, role } = session;
  const ref = { sessionId, attempt, runId, role };
  const spec = await store.findSpec(sessionId);
  const held = isAlive && spec?.resources ? await attempts.observeHolding(ref) : null;
  const limits = spec?.resources ?? null;
  const now = isAlive ? await attempts.observeUse(ref) : NO_USE;
  const used = addUse([...rows, now]);
  const isUnwatched = held?.limiter?.memoryMb === 'watch' && !(await isServed());
  return { resources: held ? { ...held, isUnwatched } : limits && { limits, limiter: null }, used };
}

/** What the journal says of one that was started. */
const listSteps = ({ store }: ReportDeps, { id, attempt }: Session): Promise<readonly JournalEntry[]> =>
  attempt === 0 ? Promise.resolve([]) : store.listJournal({ after: 0, limit: SHOWN_STEPS, sessionId: id });

/** By what is waited for, with how its work stands now. */
async function listAwaited(store: VerbDeps['store'], session: Session): Promise<readonly AwaitedSession[]> {
  if (session.dependencies === null) return [];
  const chains = await listChains(store, session.dependencies);
  return edgesOf(session).map(({ id, needs }) => {
    const standing = standingOf(chains.get(id) ?? []);
    return { id, needs, status: standing ? statusOf(standing.state) : null };
  });
}

async function listWaitedFor(
  store: VerbDeps['store'],
  { state, attempt, childWait }: Session,
  now: number,
): Promise<readonly AwaitedSession[]> {
  if (state !== 'waiting' || childWait?.attempt !== attempt || now >= childWait.until) return [];
  const live = (await listAwaitedChildren(store, childWait)).filter((one) => !isOver(one));
  return live.map((one) => ({ id: one.id, needs: 'end', status: statusOf(one.state) }));
}

export const showSessionVerb = verb({
  name: 'session.show',
  summary: 'Show the status of a session',
  asks: 'anyone',
  reads: true,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStatusAnswer,
  run: showSession,
  json: sessionStatusJson,
});
