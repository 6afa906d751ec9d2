import { problemOfStatus } from '../stream-problem.ts';

const READ_CHARS = 2_000;

// A failed turn has nothing but a sentence; the first that fits counts.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/usage limit|rate limit|too many requests/i, 'rate-limit'],
  [/quota exceeded|billing/i, 'billing'],
  [/high demand|at capacity|overloaded/i, 'overloaded'],
  [/not logged in|log ?in again|refresh token|unauthorized/i, 'authentication'],
  [/stream disconnected|error sending request|connection|timed out|network/i, 'network'],
  [/context window|invalid_request|invalid request/i, 'invalid-request'],
];

/** Why a turn of Codex failed, in our words. */
export function problemOfCodex(message: string): string {
  const text = message.slice(0, READ_CHARS);
  const [, status] = /\bstatus:? (\d{3})\b/i.exec(text) ?? [];
  const known = status === undefined ? undefined : problemOfStatus(Number(status));
  return known ?? BY_WORDS.find(([words]) => words.test(text))?.[1] ?? 'unknown';
}
