import type { UsageBy, UsageSum } from '../domain/usage/usage.ts';
import type { Engine } from './engine.ts';
import type { Row } from './program.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;

// A day is a whole number of them since 1970, so that both engines count alike.
const KEY: Readonly<Record<UsageBy, string>> = {
  all: "'all'",
  day: `attempt.opened_at / ${DAY_MS}`,
  persona: 'session.persona',
  run: 'session.run_id',
  session: 'session.id',
  item: 'session.work_id',
};

/** All sessions of one work item are called alike. */
const TITLED: ReadonlySet<UsageBy> = new Set(['session', 'item']);

// Postgres sums whole numbers into a type of its own; the casts bring both engines to the same.
const whole = (sum: string, name: string): string => `cast(sum(${sum}) as bigint) as ${name}`;

const sumsBy = (by: UsageBy): string => `
  select ${KEY[by]} as bucket,
    ${TITLED.has(by) ? 'max(session.title)' : 'null'} as title,
    count(distinct session.id) as sessions,
    count(*) as attempts,
    ${whole('attempt.messages', 'messages')},
    ${whole('attempt.tools', 'tools')},
    ${whole('attempt.input_tokens', 'input_tokens')},
    ${whole('attempt.output_tokens', 'output_tokens')},
    cast(sum(attempt.cost_usd) as double precision) as cost_usd,
    ${whole('coalesce(attempt.ended_at, ?) - attempt.opened_at', 'duration_ms')},
    ${whole('attempt.cpu_ms', 'cpu_ms')},
    max(attempt.peak_kb) as peak_kb
  from attempt join session on session.id = attempt.session_id
  where attempt.opened_at >= ?
  group by 1`;

export const usageReads = (engine: Engine): Pick<Store, 'listUsage'> => ({
  listUsage: async ({ by, since, now }) => {
    const rows = await engine.read({ sql: sumsBy(by), values: [now, since] });
    return rows.map((row) => fromRow(row, by)).sort((a, b) => order(a.of ?? '', b.of ?? ''));
  },
});

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const fromRow = (row: Row, by: UsageBy): UsageSum => ({
  of: row.bucket === null || row.bucket === undefined ? null : nameOf(row.bucket, by),
  title: row.bucket === null || !TITLED.has(by) ? null : String(row.title),
  sessions: Number(row.sessions),
  attempts: Number(row.attempts),
  messages: Number(row.messages),
  toolCalls: Number(row.tools),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  costUsd: Number(row.cost_usd),
  durationMs: Number(row.duration_ms),
  cpuMs: numberOrNull(row.cpu_ms),
  peakKb: numberOrNull(row.peak_kb),
});

const numberOrNull = (value: Row[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const nameOf = (bucket: string | number, by: UsageBy): string =>
  by === 'day' ? new Date(Number(bucket) * DAY_MS).toISOString().slice(0, 10) : String(bucket);
