import { fieldsOf } from '../loose.ts';
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

/** Why a turn of Gemini CLI failed, in our words. Its exit code, which says it too, comes only after. */
export function problemOfGemini(type: string, message: string): string {
  const text = message.slice(0, READ_CHARS);
  return (
    BY_TYPE.get(type) ??
    problemOfStatus(statusIn(text)) ??
    BY_WORDS.find(([words]) => words.test(text))?.[1] ??
    'unknown'
  );
}

// As "[API Error: {"error":{"code":401,…}}]".
function statusIn(text: string): unknown {
  const [json] = /\{.*\}/s.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    return fieldsOf(fieldsOf(JSON.parse(json)).error).code;
  } catch {
    return undefined;
  }
}
