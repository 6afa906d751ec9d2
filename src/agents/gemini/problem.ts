import { apiErrorIn } from '../api-error.ts';
import { problemOfStatus } from '../stream-problem.ts';

const READ_CHARS = 4_000;

const BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['FatalAuthenticationError', 'authentication'],
  ['FatalTurnLimitedError', 'max-turns'],
  ['FatalCancellationError', 'aborted'],
  ['FatalInputError', 'invalid-request'],
]);

// The status is among the words only where the CLI hands on the API's own answer.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/try again later|quota|rate limit|RESOURCE_EXHAUSTED|exhausted your/i, 'rate-limit'],
  [/overloaded|UNAVAILABLE/i, 'overloaded'],
  [/API key|UNAUTHENTICATED|PERMISSION_DENIED|authenticat/i, 'authentication'],
  [/fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|socket|network|timed? ?out/i, 'network'],
  [/INVALID_ARGUMENT|NOT_FOUND|FAILED_PRECONDITION/, 'invalid-request'],
  [/INTERNAL/, 'server-error'],
];

type Failure = Readonly<{ text: string; problem: string }>;

/** Why a turn of Gemini CLI failed, in our words. Its exit code, which says it too, comes only after. */
export function failureOfGemini(type: string, message: string): Failure {
  const words = message.slice(0, READ_CHARS);
  const api = apiErrorIn(message);
  const problem =
    BY_TYPE.get(type) ??
    problemOfStatus(api?.code) ??
    BY_WORDS.find(([known]) => known.test(words))?.[1] ??
    'unknown';
  return { text: api?.message ?? message, problem };
}
