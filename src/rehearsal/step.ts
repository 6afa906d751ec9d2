import { constants } from 'node:os';
import { parseDuration } from '../contract/duration.ts';

/** One thing that the scripted agent does. */
export type Step =
  | { do: 'say'; text: string }
  | { do: 'sleep'; ms: number }
  | { do: 'write'; path: string; text: string }
  | { do: 'run'; command: string }
  | { do: 'result'; value: unknown }
  | { do: 'message'; to: string; text: string }
  /** A message with a type, to a role of the run or to whom the workflow says. */
  | { do: 'post'; to: string | null; content: Readonly<Record<string, unknown>> }
  | { do: 'note'; text: string }
  | { do: 'ask'; text: string; options: readonly string[]; timeoutMs: number | null }
  /** `once`: a later attempt does not hang again. */
  | { do: 'silent'; once: boolean }
  | { do: 'crash'; signal: string }
  | { do: 'exit'; code: number }
  | { do: 'rate_limit'; ms: number }
  | { do: 'auth_failure'; text: string }
  | { do: 'cost'; usd: number }
  | { do: 'done'; text: string }
  | { do: 'fail'; text: string };

/** The step, or in words what its value should have been. */
type Reading = Step | string;
type Reader = (value: unknown) => Reading;

const LIMIT_MS = 60_000;
const REFUSED = 'Invalid API key · Fix external API key';

// `null` is what a bare word such as `- silent` carries.
const READERS: Readonly<Record<Step['do'], Reader>> = {
  say: (value) => withText(value, (text) => ({ do: 'say', text })),
  sleep: (value) => withDuration(value, (ms) => ({ do: 'sleep', ms })),
  write: readWrite,
  run: (value) => withText(value, (command) => ({ do: 'run', command })),
  result: (value) => (value === null ? 'a value, such as {summary: "…"}' : { do: 'result', value }),
  message: readMessage,
  post: readPost,
  note: (value) => withText(value, (text) => ({ do: 'note', text })),
  ask: readAsk,
  silent: readSilent,
  crash: readCrash,
  exit: readExit,
  rate_limit: (value) => withDuration(value ?? LIMIT_MS, (ms) => ({ do: 'rate_limit', ms })),
  auth_failure: (value) => withText(value ?? REFUSED, (text) => ({ do: 'auth_failure', text })),
  cost: (value) => (isAmount(value) ? { do: 'cost', usd: value } : 'an amount of money, such as 0.25'),
  done: (value) => withText(value ?? '', (text) => ({ do: 'done', text })),
  fail: (value) => withText(value ?? 'failed as the script says', (text) => ({ do: 'fail', text })),
};

export const STEP_NAMES = Object.keys(READERS) as readonly Step['do'][];

/** Reads one entry of a script: a word alone, or a word with its value. */
export function readStep(entry: unknown): Reading {
  if (typeof entry === 'string') return readNamed(entry, null);
  const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
  const [pair] = pairs;
  if (!pair || pairs.length > 1 || Array.isArray(entry)) return 'a step is one word with its value';
  return readNamed(pair[0], pair[1]);
}

function readNamed(name: string, value: unknown): Reading {
  if (!Object.hasOwn(READERS, name)) {
    return `"${name.slice(0, 40)}" is no step; there are ${STEP_NAMES.join(', ')}`;
  }
  const reading = READERS[name as Step['do']](value);
  return typeof reading === 'string' ? `"${name}" takes ${reading}` : reading;
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

// YAML reads `yes`, `3` and the like as other types; a script means the words.
function withText(value: unknown, make: (text: string) => Step): Reading {
  return isPlain(value) ? make(String(value)) : 'a text';
}

function withDuration(value: unknown, make: (ms: number) => Step): Reading {
  const ms = typeof value === 'string' ? parseDuration(value) : value;
  return isAmount(ms) ? make(ms) : 'a duration, such as 2s, 500ms, or a number of milliseconds';
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function readWrite(value: unknown): Reading {
  const { path, text } = fieldsOf(value);
  if (typeof path !== 'string' || path === '' || !isPlain(text ?? '')) return '{path: …, text: …}';
  return { do: 'write', path, text: String(text ?? '') };
}

function readMessage(value: unknown): Reading {
  const { to, text } = fieldsOf(value);
  if (!isPlain(to) || !isPlain(text)) return '{to: …, text: …}';
  return { do: 'message', to: String(to), text: String(text) };
}

function readPost(value: unknown): Reading {
  const { to = null, ...content } = fieldsOf(value);
  if ((to !== null && !isPlain(to)) || !isPlain(content.type)) return '{type: finding, title: …, body: …}';
  return { do: 'post', to: to === null ? null : String(to), content };
}

function readAsk(value: unknown): Reading {
  if (isPlain(value)) return { do: 'ask', text: String(value), options: [], timeoutMs: null };
  const { text, options = [], timeout = null } = fieldsOf(value);
  if (!isPlain(text) || !Array.isArray(options) || !options.every(isPlain)) {
    return 'a text, or {text: …, options: […], timeout: …}';
  }
  const asked: Step = { do: 'ask', text: String(text), options: options.map(String), timeoutMs: null };
  return timeout === null ? asked : withDuration(timeout, (timeoutMs) => ({ ...asked, timeoutMs }));
}

function readSilent(value: unknown): Reading {
  if (value === null || value === true) return { do: 'silent', once: false };
  return value === 'once' ? { do: 'silent', once: true } : 'nothing, or the word once';
}

function readCrash(value: unknown): Reading {
  const name = value ?? 'SIGKILL';
  if (typeof name !== 'string') return 'the name of a signal, such as SIGKILL';
  const signal = name.startsWith('SIG') ? name : `SIG${name}`;
  return Object.hasOwn(constants.signals, signal)
    ? { do: 'crash', signal }
    : 'the name of a signal, such as SIGKILL';
}

function readExit(value: unknown): Reading {
  const code = value ?? 0;
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > 255)
    return 'a code from 0 to 255';
  return { do: 'exit', code };
}
