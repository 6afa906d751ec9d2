import { SessionStatusAnswer } from '../../contract/answer/session.ts';
import { SessionRef } from '../../contract/id.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Budget } from '../../domain/budget/allowance.ts';
import { type HookBlocks, hookBlocksOf } from '../../domain/journal/journal.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Question } from '../../domain/question/question.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Suspension } from '../../domain/session/suspension.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { AttemptRef } from '../../runtime/attempt/attempts.ts';
import { sessionStatusJson } from '../../views/session-status.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { listBudgets } from './budgets.ts';
import { findSuspension } from './find-suspension.ts';

const COUNTED_BLOCKS = 10_000;

/** All that is known of one session. */
export type SessionReport = Readonly<{
  session: Session;
  attempts: readonly Attempt[];
  questions: readonly Question[];
  workspace: Workspace | null;
  /** Shown folder of the session, relative to the project where it lies inside. */
  sessionDir: string;
  promptFile: string;
  resultFile: string;
  hasResult: boolean;
  paneSession: string;
  paneActive: boolean;
  /** The agent's process, while it lives. */
  pid: number | null;
  /** The work item that it was begun for. */
  work: WorkItem | null;
  permissionMode: string | null;
  /** Times when a hook of the person's own blocked something. */
  hookBlocks: HookBlocks;
  /** What limits its spending; none when nothing does. */
  budgets: readonly Budget[];
  /** What holds it up together with others. */
  suspension?: Suspension | null;
  now: number;
}>;

export type ReportDeps = Pick<VerbDeps, 'store' | 'clock' | 'attempts' | 'config'> &
  Readonly<{
    hasResult: (ref: AttemptRef) => boolean;
    /** Names and paths that follow from the session's id. */
    nameOf: (
      session: Session,
    ) => Pick<SessionReport, 'sessionDir' | 'promptFile' | 'resultFile' | 'paneSession'>;
  }>;

/** One session, by its id or its role. */
export async function showSession(
  deps: ReportDeps,
  { sessionId }: SessionRef,
): Promise<Outcome<SessionReport>> {
  const found = await findNamedSession(deps, sessionId, 'status');
  return found.ok ? accept(await reportSession(deps, found.value)) : found;
}

/** All that is known of one session, from its rows and one look at its process. */
export async function reportSession(deps: ReportDeps, session: Session): Promise<SessionReport> {
  const { store, attempts } = deps;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const spec = await store.findSpec(session.id);
  const blocks = await store.listJournal({
    after: 0,
    limit: COUNTED_BLOCKS,
    sessionId: session.id,
    event: 'hook-blocked',
  });
  const now = deps.clock.now();
  const isQuiet = isOver(session) || session.attempt === 0;
  const isAlive = !isQuiet && (await attempts.observe(ref)).is === 'alive';
  return {
    session,
    attempts: await store.listAttempts(session.id),
    questions: await store.listQuestions({ sessionId: session.id }),
    workspace: session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null,
    hasResult: session.attempt > 0 && deps.hasResult(ref),
    paneActive: isAlive,
    pid: isAlive ? await attempts.findAgentPid(ref) : null,
    work: session.workId === null ? null : ((await store.findWork(session.workId)) ?? null),
    permissionMode: spec?.permissionMode ?? null,
    hookBlocks: hookBlocksOf(blocks),
    budgets: spec ? await listBudgets(deps, { session, spec, at: now }) : [],
    suspension: isOver(session) ? null : await findSuspension(store, session),
    now,
    ...deps.nameOf(session),
  };
}

export const showSessionVerb = verb({
  name: 'session.show',
  summary: 'Show how a session is doing',
  asks: 'anyone',
  reads: true,
  input: SessionRef,
  answer: SessionStatusAnswer,
  run: showSession,
  json: sessionStatusJson,
});
