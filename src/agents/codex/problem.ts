import { apiErrorIn } from '../api-error.ts';
import { problemOfErrorType, problemOfStatus } from '../stream-problem.ts';

const READ_CHARS = 2_000;

// A failed turn has nothing but a sentence; the first that fits counts.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/usage limit|rate limit|too many requests/i, 'rate-limit'],
  [/quota exceeded|billing/i, 'billing'],
  [/high demand|at capacity|overloaded/i, 'overloaded'],
  [/not logged in|log ?in again|refresh token|unauthorized|missing environment variable/i, 'authentication'],
  [/stream disconnected|error sending request|connection|timed out|network/i, 'network'],
  [/context window|invalid.request/i, 'invalid-request'],
];

type Failure = Readonly<{ text: string; problem: string }>;

/** Why a turn of Codex failed, in our words. What the API said comes as it is, or within a sentence. */
export function failureOfCodex(message: string): Failure {
  const api = apiErrorIn(message);
  if (api !== null && api.type !== '') return { text: api.message, problem: problemOfErrorType(api.type) };
  const words = message.slice(0, READ_CHARS);
  const [, status] = /\bstatus:? (\d{3})\b/i.exec(words) ?? [];
  const known = status === undefined ? undefined : problemOfStatus(Number(status));
  const problem = known ?? BY_WORDS.find(([fitting]) => fitting.test(words))?.[1] ?? 'unknown';
  return { text: message, problem };
}
