import * as z from 'zod/mini';
import type { LeftState } from '../domain/session/rebuild-session.ts';
import { SafeId } from './id.ts';
import { parseJson } from './json.ts';
import { PRIORITIES } from './session.ts';

const ENDINGS = ['completed', 'failed', 'killed'] as const;
const REASONS = [
  'exit-code',
  'crash',
  'timeout',
  'budget',
  'disk',
  'memory',
  'asked',
  'lost',
  'contract',
  'dependency',
  'parent',
  'superseded',
] as const;
const DAYS_30_S = 30 * 86_400;

const Text = z.string().check(z.maxLength(10_000));
const Instant = z.iso.datetime({ offset: true });
const KEY = /^[\w.-]{1,64}$/;

/** The parts of a drawn `state.json` that a lost row can be rebuilt from; all else is passed over. */
const LeftStateJson = z.object({
  session_id: SafeId,
  agent: SafeId.check(z.maxLength(80)),
  state: z.string().check(z.maxLength(40)),
  reason: z.nullable(z.enum(REASONS)),
  status_reason: z.nullable(Text),
  created_at: Instant,
  started_at: z.nullable(Instant),
  completed_at: z.nullable(Instant),
  exit_code: z.nullable(z.int()),
  parent_session: z.nullable(SafeId),
  tags: z.array(z.string().check(z.regex(/^[^\s,]{1,64}$/))).check(z.maxLength(32)),
  metadata: z.object({
    priority: z.enum(PRIORITIES),
    max_duration_seconds: z.int().check(z.minimum(0), z.maximum(DAYS_30_S)),
  }),
});

const Metadata = z.looseObject({});

/** Null when the text is not what Swarm draws for this session. */
export function parseLeftState(text: string, sessionId: string): LeftState | null {
  const json = parseJson(text);
  if (!json.ok) return null;
  const { success, data } = LeftStateJson.safeParse(json.value);
  if (!success || data.session_id !== sessionId) return null;
  const { metadata } = z.object({ metadata: Metadata }).parse(json.value);
  return {
    persona: data.agent,
    ending: ENDINGS.find((ending) => ending === data.state) ?? null,
    reason: data.reason,
    reasonText: data.status_reason,
    createdAt: Date.parse(data.created_at),
    startedAt: timeOf(data.started_at),
    endedAt: timeOf(data.completed_at),
    exitCode: data.exit_code,
    parentId: data.parent_session,
    tags: data.tags,
    metadata: textsOf(metadata),
    priority: data.metadata.priority,
    lifetimeMs: data.metadata.max_duration_seconds * 1000,
  };
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

// These two are drawn among what the person gave, and are columns of their own.
const DRAWN = new Set(['priority', 'max_duration_seconds']);

const textsOf = (metadata: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([key, text]) =>
      typeof text === 'string' && KEY.test(key) && !DRAWN.has(key) && text.length <= 10_000
        ? [[key, text]]
        : [],
    ),
  );
