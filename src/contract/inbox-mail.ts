import * as z from 'zod/mini';
import type { InboxMail } from '../domain/preflight/detect-sessions.ts';
import type { MailBody } from '../domain/preflight/mail-body.ts';
import { parseJson } from './json.ts';
import { parseMoment } from './moment.ts';

/** `skipped`: entries that are no mail, or have no sender or time. */
export type Inbox = Readonly<{ mails: readonly InboxMail[]; skipped: number }>;
type Read<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; problem: string }>;

const LONGEST_NAME = 200;
const MOST_HELD = 200;
const JSON_BODY_LENGTH = 20_000;
/** Below this, a number of an epoch is one of seconds. */
const LEAST_EPOCH_MS = 100_000_000_000;
const DATED = /^\d{4}-\d{2}/;
const LIST_KEYS = ['messages', 'inbox', 'result', 'structuredContent'] as const;
const DEEPEST = 4;

const Name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));
const Names = z.array(Name).check(z.maxLength(MOST_HELD));
const Told = z.object({
  track: z.catch(z.optional(z.nullable(Name)), undefined),
  session_id: z.catch(z.optional(Name), undefined),
  beads_claimed: z.catch(z.optional(Names), undefined),
  files_reserved: z.catch(z.optional(Names), undefined),
});

/** The mails of an inbox as Agent Mail's `fetch_inbox` gives them, or as scripts write them. */
export function parseInbox(text: string, now: number): Read<Inbox> {
  const json = parseJson(text);
  if (!json.ok) return { ok: false, problem: `not JSON (${json.problem})` };
  const list = listIn(json.value, DEEPEST);
  if (list === null) {
    return { ok: false, problem: 'not a list of mails: expected [ … ], or an object with "messages"' };
  }
  const mails = list.flatMap((entry) => mailOf(entry, now) ?? []);
  if (mails.length === 0 && list.length > 0) {
    return { ok: false, problem: `none of ${list.length} entries is a mail with "from" and "created_ts"` };
  }
  return { ok: true, value: { mails, skipped: list.length - mails.length } };
}

/** Servers wrap their lists: `{messages: […]}`, `{result: […]}`, `{structuredContent: {result: […]}}`. */
function listIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  const key = LIST_KEYS.find((name) => Object.hasOwn(fields, name));
  return key === undefined ? null : listIn(fields[key], depth - 1);
}

function mailOf(entry: unknown, now: number): InboxMail | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const fields = entry as Readonly<Record<string, unknown>>;
  const from = nameIn(fields, ['from', 'sender', 'sender_name', 'from_agent']);
  const at = timeIn(fields, ['created_ts', 'created_at', 'timestamp', 'ts'], now);
  if (from === null || at === null) return null;
  const body = textIn(fields, ['body_md', 'body', 'content', 'text']);
  const told = { ...toldIn(bodyJson(body)), ...toldIn(fields) };
  return { from, subject: textIn(fields, ['subject', 'title']), body, at, told };
}

const textIn = (fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string =>
  keys.map((key) => fields[key]).find((value) => typeof value === 'string') ?? '';

/** A name, or the name of an object: `{"sender": {"name": "BlueLake"}}`. */
function nameIn(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const names = keys.map((key) => {
    const value = fields[key];
    return typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : value;
  });
  const name = names.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return name === undefined ? null : name.trim().slice(0, LONGEST_NAME);
}

function timeIn(
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  now: number,
): number | null {
  const value = keys.map((key) => fields[key]).find((one) => one !== undefined && one !== null);
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,16}(\.\d+)?$/.test(value));
  const epoch = isNumber ? Number(value) : Number.NaN;
  if (Number.isFinite(epoch) && epoch > 0) return epoch < LEAST_EPOCH_MS ? epoch * 1000 : epoch;
  return typeof value === 'string' && DATED.test(value) ? (parseMoment(value, now) ?? null) : null;
}

const bodyJson = (body: string): unknown => {
  if (!body.trimStart().startsWith('{') || body.length > JSON_BODY_LENGTH) return null;
  const json = parseJson(body);
  return json.ok ? json.value : null;
};

function toldIn(value: unknown): MailBody {
  const read = Told.safeParse(value);
  if (!read.success) return {};
  const { track, session_id: session, beads_claimed: items, files_reserved: files } = read.data;
  return {
    ...(track === undefined ? {} : { track }),
    ...(session === undefined ? {} : { session }),
    ...(items === undefined ? {} : { items }),
    ...(files === undefined ? {} : { files }),
  };
}
