import type { LiveSession } from '../domain/session/live-session.ts';
import {
  isOver,
  SESSION_STATES,
  type Session,
  type SessionPatch,
  type SessionState,
} from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, read, type Statement, write } from './program.ts';
import { sessionTable, specTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<
  | keyof SessionPatch
  | 'state'
  | 'version'
  | 'workedMs'
  | 'workingSince'
  | 'startedAt'
  | 'endedAt'
  | 'stateSince'
  | 'isInterrupted',
  true
> = {
  state: true,
  version: true,
  ending: true,
  reason: true,
  reasonText: true,
  attempt: true,
  retriesLeft: true,
  conversationId: true,
  resumeAt: true,
  awaits: true,
  parked: true,
  failures: true,
  exitCode: true,
  hostId: true,
  model: true,
  mode: true,
  takenOver: true,
  lifetimeMs: true,
  childWait: true,
  isInterrupted: true,
  workedMs: true,
  workingSince: true,
  startedAt: true,
  endedAt: true,
  stateSince: true,
};

// The version says whether another writer was here meanwhile. The others make sure that the caller read
// this row and did not make it up, since tallies are kept by what the caller says.
const AS_READ = ['version', 'state', 'archivedAt'] as const;

const quoted = (states: readonly SessionState[]): string => states.map((state) => `'${state}'`).join(', ');
const OVER = quoted(SESSION_STATES.filter((state) => isOver({ state })));
const LIVE = quoted(SESSION_STATES.filter((state) => !isOver({ state })));

const sessions = steppedTable(sessionTable, {
  duplicateOf: 'session',
  stepped: STEPPED,
  guards: AS_READ,
  // Whatever the caller believes: a final state never changes.
  and: `state not in (${OVER})`,
});

export function* addSession(session: Session, spec: SessionSpec): Program<WriteRefusal | null> {
  const id = storable(session.id);
  const refusal = yield* sessions.add(session);
  if (refusal) {
    const [taken] = yield* read({ sql: 'select 1 from session where id = ?', values: [id] });
    return taken ? refusal : { why: 'duplicate', of: yield* duplicateBeside(session) };
  }
  yield* write(specTable.insert({ ...spec, sessionId: session.id }));
  for (const tag of new Set(session.tags)) {
    const values = [storable(tag), session.createdAt, id];
    yield* write({ sql: 'insert into session_tag (tag, created_at, session_id) values (?, ?, ?)', values });
  }
  return null;
}

function* duplicateBeside({ continues }: Session): Program<'session-key' | 'successor'> {
  if (continues === null) return 'session-key';
  const sql = 'select 1 from session where continues = ?';
  const [other] = yield* read({ sql, values: [storable(continues)] });
  return other ? 'successor' : 'session-key';
}

export const saveSessionStep = sessions.step;

const TOUCH = `update session set version = version + 1
  where id = ? and version = ? and state not in (${OVER})`;

export function* touchSession(session: Session): Program<WriteRefusal | null> {
  const changed = yield* write({ sql: TOUCH, values: [storable(session.id), session.version] });
  return changed === 0 ? { why: 'stale' } : null;
}

const saveArchived = sessionTable.updater({ set: ['archivedAt', 'version'], guards: AS_READ });

export function* archiveSession(session: Session, archivedAt: number | null): Program<WriteRefusal | null> {
  const to = { ...session, archivedAt, version: session.version + 1 };
  return (yield* write(saveArchived({ from: session, to }))) === 0 ? { why: 'stale' } : null;
}

const liveFromRow = (row: Row): LiveSession => ({
  id: String(row.id),
  hostId: row.host_id as LiveSession['hostId'],
  runId: row.run_id as LiveSession['runId'],
  role: row.role as LiveSession['role'],
  state: row.state as LiveSession['state'],
  version: Number(row.version),
  attempt: Number(row.attempt),
  mode: row.mode as LiveSession['mode'],
  metadata: row.metadata === '{}' ? NO_METADATA : JSON.parse(String(row.metadata)),
  stateSince: Number(row.state_since),
  // A truth value in one engine, 0 or 1 in the other.
  hasQueued: Boolean(row.has_queued),
  isDependent: Boolean(row.is_dependent),
});
const NO_METADATA: LiveSession['metadata'] = {};

type SessionReads = Pick<
  Store,
  | 'findSession'
  | 'findSessionByKey'
  | 'findSpec'
  | 'listLive'
  | 'listLiveBriefly'
  | 'listChildren'
  | 'listDependent'
  | 'listSuccessors'
  | 'listFailed'
  | 'listEnded'
>;

export const sessionReads = (engine: Engine): SessionReads => ({
  findSession: (id) => sessions.find(engine, id),
  findSessionByKey: (key) => sessionTable.find(engine, 'where key = ?', [storable(key)]),
  findSpec: async (sessionId) => {
    const row = await specTable.findByKey(engine, sessionId);
    if (!row) return undefined;
    const { sessionId: _, ...spec } = row;
    return spec;
  },
  listLive: () => sessionTable.list(engine, LIVE_FIRST_TO_LAST),
  listLiveBriefly: async () => (await engine.read(LIVE_BRIEFLY)).map(liveFromRow),
  listChildren: (parentId) =>
    sessionTable.list(engine, 'where parent_id = ? order by created_at, id', [storable(parentId)]),
  listDependent: () => sessionTable.list(engine, `where ${DEPENDENT} order by created_at, id`),
  listSuccessors: async (ids) => {
    if (ids.length === 0) return new Map();
    const sql = `select id, continues from session where continues in (${ids.map(() => '?').join(', ')})`;
    const rows = await engine.read({ sql, values: ids.map(storable) });
    return new Map(rows.map((row) => [String(row.continues), String(row.id)]));
  },
  listFailed: ({ since, limit }) => sessionTable.list(engine, FAILED_SINCE, [since, limit]),
  listEnded: ({ since, limit }) => sessionTable.list(engine, ENDED_SINCE, [since, limit]),
});

const DEPENDENT = `state in (${LIVE}) and attempt = 0 and dependencies is not null`;
const LIVE_FIRST_TO_LAST = `where state in (${LIVE})
  order by case priority when 'high' then 0 else 1 end, created_at, id`;
const LIVE_BRIEFLY: Statement = {
  sql: `select id, host_id, run_id, role, state, version, attempt, mode, metadata, state_since,
    exists (select 1 from turn where turn.session_id = session.id and turn.state = 'queued') as has_queued,
    ((dependencies is not null or race_id is not null) and attempt = 0) as is_dependent
    from session ${LIVE_FIRST_TO_LAST}`,
  values: [],
};
const ENDED_SINCE = `where state in ('completed', 'failed', 'killed') and ended_at >= ?
  order by ended_at desc, id desc limit ?`;
const FAILED_SINCE = "where state = 'failed' and ended_at >= ? order by ended_at, id limit ?";
