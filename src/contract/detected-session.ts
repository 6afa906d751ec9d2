import * as z from 'zod/mini';
import type { DetectedSession } from '../domain/preflight/detect-sessions.ts';
import { displayName, parseSessionName } from '../domain/preflight/session-name.ts';
import { livenessOf } from '../domain/preflight/window.ts';
import { describeIssue } from './describe-issue.ts';
import { parseJson } from './json.ts';

const MOST_SESSIONS = 1_000;
const Name = z.string().check(z.minLength(1), z.maxLength(500));
const Names = z._default(z.nullable(z.array(Name).check(z.maxLength(1_000))), []);
const Epoch = z.nullable(z.number().check(z.nonnegative(), z.maximum(100_000_000_000_000)));

/** The identity model: one session as `detect` tells it, and as other scripts may write it. */
const SessionJson = z.object({
  id: Name,
  display: z.optional(Name),
  base_agent: z.optional(Name),
  created_ts: z.optional(Epoch),
  track: z._default(z.nullable(Name), null),
  beads_claimed: Names,
  files_reserved: Names,
  last_heartbeat: z.optional(Epoch),
  status: z.optional(z.enum(['active', 'stale', 'ended'])),
});
type SessionJson = z.infer<typeof SessionJson>;

type Read =
  | Readonly<{ ok: true; value: readonly DetectedSession[] }>
  | Readonly<{ ok: false; problem: string }>;

const WRAPPERS = ['active_sessions', 'participants', 'sessions'] as const;

/** Sessions from JSON: a list of them, or what `preflight detect` printed. Ended ones are left out. */
export function parseSessions(text: string, now: number): Read {
  const json = parseJson(text);
  if (!json.ok) return { ok: false, problem: `not JSON (${json.problem})` };
  const list = listIn(json.value);
  if (list === null) {
    return {
      ok: false,
      problem: 'not a list of sessions: expected [ … ], or an object with "active_sessions"',
    };
  }
  if (list.length > MOST_SESSIONS) {
    return { ok: false, problem: `${list.length} sessions, at most ${MOST_SESSIONS}` };
  }
  const read = z.array(SessionJson).safeParse(list);
  if (read.success) {
    return { ok: true, value: read.data.filter(isThere).map((session) => detectedOf(session, now)) };
  }
  const [issue] = read.error.issues;
  const position = issue?.path.map(String).join('.') ?? '';
  return { ok: false, problem: `session ${position}: ${issue ? describeIssue(issue) : 'malformed'}` };
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return null;
  const list = WRAPPERS.map((key) => (value as Readonly<Record<string, unknown>>)[key]).find(Array.isArray);
  return list ?? null;
}

const isThere = ({ status }: SessionJson): boolean => status !== 'ended';

function detectedOf(json: SessionJson, now: number): DetectedSession {
  const named = parseSessionName(json.id);
  const base = json.base_agent ?? named.base;
  const createdAt = epochMs(json.created_ts) ?? named.createdAt ?? now;
  const seenAt = epochMs(json.last_heartbeat) ?? createdAt;
  return {
    id: json.id,
    base,
    display: json.display ?? displayName(base, createdAt),
    createdAt,
    seenAt,
    isStale: json.status === undefined ? livenessOf(seenAt, now) !== 'active' : json.status === 'stale',
    track: json.track,
    items: json.beads_claimed ?? [],
    files: json.files_reserved ?? [],
  };
}

/** Seconds, or milliseconds as some write them. */
const epochMs = (value: number | null | undefined): number | null => {
  if (value === null || value === undefined) return null;
  return value < 100_000_000_000 ? value * 1000 : value;
};
