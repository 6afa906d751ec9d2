import type { HookBlocksAnswer, InterruptAnswer, SessionStateAnswer } from '../contract/answer/session.ts';
import type { Attempt } from '../domain/attempt/attempt.ts';
import type { PastAttempt } from '../domain/attempt/past-attempts.ts';
import type { Budget } from '../domain/budget/allowance.ts';
import type { HookBlocks } from '../domain/journal/journal.ts';
import type { Question } from '../domain/question/question.ts';
import type { WorkItem } from '../domain/queue/work-item.ts';
import type { Limiter } from '../domain/resource/limiter.ts';
import type { ResourceLimits } from '../domain/resource/resource-limits.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import { type Status, statusOf } from '../domain/session/status.ts';
import type { Suspension } from '../domain/session/suspension.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { renderInstantOrNull } from './time.ts';

/** One that another waits for, and how it must stand. */
export type AwaitedSession = Readonly<{ id: string; needs: string; status: Status | null }>;

/** All that is known of one session, for every view of it. */
export type SessionView = Readonly<{
  session: Session;
  attempts: readonly Attempt[];
  questions: readonly Question[];
  workspace: Workspace | null;
  sessionDir: string;
  promptFile: string;
  resultFile: string;
  hasResult: boolean;
  paneSession: string;
  paneActive: boolean;
  /** The other host that its process and its files are on; null when that is this one. */
  elsewhere: string | null;
  permissionMode: string | null;
  hookBlocks: HookBlocks;
  /** What its agent may not add any more, in words. */
  spentQuotas: readonly string[];
  budgets: readonly Budget[];
  now: number;
  /** The agent's process, while it lives. */
  pid: number | null;
  work: WorkItem | null;
  /** What keeps it, with others, from working. */
  suspension?: Suspension | null;
  /** The session that goes on with its work. */
  continuedBy?: string | null;
  /** The sessions that it waits for, or waited for, before it began. */
  awaited?: readonly AwaitedSession[];
  /** The sessions that it began and whose end its agent waits for now. */
  children?: readonly AwaitedSession[];
  /** Its attempts, with why each ended. */
  past?: readonly PastAttempt[];
  /**
   * The limits of its process as they hold now, or as it will be started with; null for none. `isUnwatched`:
   * no supervisor runs, which would hold those that are watched.
   */
  resources?: Readonly<{ limits: ResourceLimits; limiter: Limiter | null; isUnwatched?: boolean }> | null;
  /** What all its attempts used so far. */
  used?: Readonly<{ cpuMs: number | null; peakKb: number | null }>;
  /** The CLI's own record of the conversation. */
  transcriptFile?: string | null;
}>;

/** Time since the first start until the end or now; null before the start. */
export function elapsedMs(session: Session, now: number): number | null {
  if (session.startedAt === null) return null;
  return Math.max(0, (session.endedAt ?? now) - session.startedAt);
}

/** True while there is something that can still happen. */
export const isLive = (session: Session): boolean => !isOver(session);

export const statusWord = ({ state }: Pick<Session, 'state'>): Status => statusOf(state);

/** Where a session stands, for programs. */
export const sessionStateJson = ({ id, state }: Session): SessionStateAnswer => ({
  session_id: id,
  status: statusOf(state),
  state,
});

export type Usage = Readonly<{
  messages: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  lastEventAt: number | null;
}>;

/** Sums over all attempts. */
export const usageOf = (attempts: readonly Attempt[]): Usage => ({
  messages: sum(attempts, ({ messages }) => messages),
  toolCalls: sum(attempts, ({ tools }) => tools),
  inputTokens: sum(attempts, ({ inputTokens }) => inputTokens),
  outputTokens: sum(attempts, ({ outputTokens }) => outputTokens),
  costUsd: sum(attempts, ({ costUsd }) => costUsd),
  lastEventAt: attempts.reduce<number | null>(
    (latest, { lastEventAt }) => (lastEventAt === null ? latest : Math.max(latest ?? 0, lastEventAt)),
    null,
  ),
});

const sum = (attempts: readonly Attempt[], amountOf: (attempt: Attempt) => number): number =>
  attempts.reduce((total, attempt) => total + amountOf(attempt), 0);

/** The oldest open question, or the suspension, for programs. */
export function interruptJson({ session, questions, suspension }: SessionView): InterruptAnswer {
  const open = questions.find(({ state }) => state === 'open');
  const isSuspended = suspension !== null && suspension !== undefined && session.state === 'parked';
  return {
    requested: open !== undefined || isSuspended,
    reason: open?.text ?? (isSuspended ? suspension.text : null),
    timestamp: renderInstantOrNull(open?.askedAt ?? (isSuspended ? session.stateSince : null)),
  };
}

/** For programs, in `status --json` and in state.json alike. */
export const hookBlocksJson = ({ count, last }: HookBlocks): HookBlocksAnswer => ({
  count,
  last_at: renderInstantOrNull(last?.at ?? null),
  last: last?.text ?? null,
});
