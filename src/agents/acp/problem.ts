import { apiErrorIn } from '../api-error.ts';
import { type Fields, fieldsOf, textOf } from '../loose.ts';
import { problemOfErrorType, problemOfStatus } from '../stream-problem.ts';
import { metaOf } from './heard.ts';

export type AcpFailure = Readonly<{ text: string; problem: string }>;

const AUTHENTICATION_REQUIRED = -32000;
const READ_CHARS = 4_000;

// The last resort: some agents hand on the API's words alone.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\b429\b|rate.?limit|too many requests|usage limit|quota|RESOURCE_EXHAUSTED|exhausted your/i,
    'rate-limit',
  ],
  [
    /\b401\b|\b403\b|unauthori[sz]ed|authentication|invalid (x-)?api.?key|incorrect api key|log ?in/i,
    'authentication',
  ],
  [/\b529\b|\b503\b|overloaded|high demand|UNAVAILABLE/i, 'overloaded'],
  [/\b5\d\d\b|internal server error|bad gateway/i, 'server-error'],
  [/unable to connect|ECONN|ENOTFOUND|fetch failed|network|timed? ?out/i, 'network'],
  [/\b4\d\d\b|invalid request|too long|maximum length|not found/i, 'invalid-request'],
];

/** What an error of JSON-RPC says in our words. */
export function failureOf(error: Fields): AcpFailure {
  const about = fieldsOf(error.data);
  const words = textOf(error.message).replace(/^Internal error: /, '') || 'the agent answered with an error';
  const api = apiErrorIn(words);
  const text = api?.message ?? (textOf(about.message) || textOf(about.details) || words);
  return { text, problem: problemOf(error, about, api?.code) ?? inWords(`${words} ${text}`) };
}

function problemOf(error: Fields, about: Fields, apiCode: unknown): string | undefined {
  const byStatus =
    problemOfStatus(error.code) ??
    problemOfStatus(apiCode) ??
    problemOfStatus(statusIn(about.codex_error_info));
  if (byStatus !== undefined) return byStatus;
  const byKind = problemOfErrorType(about.errorKind);
  if (byKind !== 'unknown') return byKind;
  return error.code === AUTHENTICATION_REQUIRED ? 'authentication' : undefined;
}

// Its kind is the key of the one object inside.
function statusIn(info: unknown): unknown {
  const [inside] = Object.values(fieldsOf(info));
  return fieldsOf(info).http_status_code ?? fieldsOf(inside).http_status_code;
}

const inWords = (text: string): string =>
  BY_WORDS.find(([words]) => words.test(text.slice(0, READ_CHARS)))?.[1] ?? 'unknown';

const BY_CATEGORY: Readonly<Record<string, string>> = {
  limit: 'rate-limit',
  service: 'server-error',
  connection: 'network',
};

/**
 * A turn that its agent calls a success although it failed. One adapter of Codex does so: it tells the
 * failure aside, to those who asked for it at the start.
 */
export function hiddenFailure(result: Fields): AcpFailure | null {
  const failure = metaOf(result, 'jetbrains', 'air', 'sessionFailure');
  if (failure.severity !== 'error') return null;
  const text = textOf(failure.title) || 'the turn failed';
  const byWords = inWords(text);
  const category = BY_CATEGORY[textOf(failure.category)];
  return { text, problem: byWords === 'unknown' ? (category ?? 'unknown') : byWords };
}
