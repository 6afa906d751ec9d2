import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import { addUse } from '../../src/domain/resource/use.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { UsageBy, UsageSum } from '../../src/domain/usage/usage.ts';

/** What sessions of one sum are called; null where several sessions have nothing in common. */
export function titleFor(sessions: readonly Session[], by: UsageBy, of: string | null): string | null {
  if (of === null || (by !== 'session' && by !== 'item')) return null;
  const called = sessions.filter(({ id, workId }) => (by === 'item' ? workId : id) === of);
  return called.map(({ title }) => title).reduce((a, b) => (a > b ? a : b));
}

/** What these attempts used, together. */
export function sumUp(
  attempts: readonly Attempt[],
  { of, title, now }: { of: string | null; title: string | null; now: number },
): UsageSum {
  const sum = (amount: (it: Attempt) => number) => attempts.reduce((total, it) => total + amount(it), 0);
  return {
    of,
    title,
    sessions: new Set(attempts.map(({ sessionId }) => sessionId)).size,
    attempts: attempts.length,
    messages: sum(({ messages }) => messages),
    toolCalls: sum(({ tools }) => tools),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: sum(({ costUsd }) => costUsd),
    ...addUse(attempts),
    durationMs: sum(({ openedAt, endedAt }) => (endedAt ?? now) - openedAt),
  };
}
