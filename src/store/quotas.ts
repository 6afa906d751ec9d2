import { type Program, write } from './program.ts';
import type { Write } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const BEGIN = `
  insert into session_quota (session_id, quota, used) values (?, ?, 0) on conflict do nothing`;

// Compare-and-swap in one statement: a writer that waited for the row sees the latest count.
const USE = 'update session_quota set used = used + 1 where session_id = ? and quota = ? and used < ?';

export function* takeQuota({
  sessionId,
  quota,
  limit,
}: Extract<Write, { kind: 'use-quota' }>): Program<WriteRefusal | null> {
  const key = [storable(sessionId), quota];
  yield* write({ sql: BEGIN, values: key });
  const changed = yield* write({ sql: USE, values: [...key, limit] });
  return changed === 0 ? { why: 'over-quota', quota, limit } : null;
}
