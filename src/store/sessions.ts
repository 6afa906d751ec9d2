import { equal } from 'node:assert/strict';
import {
  isOver,
  SESSION_STATES,
  type Session,
  type SessionPatch,
  type SessionState,
} from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Engine } from './engine.ts';
import { type Program, read, write } from './program.ts';
import { sessionTable, specTable } from './schema.ts';
import type { Store, Write } from './store.ts';
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
  exitCode: true,
  hostId: true,
  model: true,
  mode: true,
  takenOver: true,
  lifetimeMs: true,
  isInterrupted: true,
  workedMs: true,
  workingSince: true,
  startedAt: true,
  endedAt: true,
  stateSince: true,
};
const STEPPED_FIELDS = Object.keys(STEPPED) as readonly (keyof typeof STEPPED)[];

// The version says whether anybody was here meanwhile. The others make sure that the caller read this row and
// did not make it up, since tallies are kept by what the caller says.
const AS_READ = ['version', 'state', 'archivedAt'] as const;

const quoted = (states: readonly SessionState[]): string => states.map((state) => `'${state}'`).join(', ');
const OVER = quoted(SESSION_STATES.filter((state) => isOver({ state })));
const LIVE = quoted(SESSION_STATES.filter((state) => !isOver({ state })));

export function* addSession(session: Session, spec: SessionSpec): Program<WriteRefusal | null> {
  if ((yield* write(sessionTable.insert(session))) === 0) {
    const [taken] = yield* read({
      sql: 'select 1 from session where id = ?',
      values: [storable(session.id)],
    });
    return { why: 'duplicate', of: taken ? 'session' : 'session-key' };
  }
  yield* write(specTable.insert({ ...spec, sessionId: session.id }));
  for (const tag of new Set(session.tags)) {
    const values = [storable(tag), session.createdAt, storable(session.id)];
    yield* write({ sql: 'insert into session_tag (tag, created_at, session_id) values (?, ?, ?)', values });
  }
  return null;
}

export function* saveSessionStep({
  from,
  to,
}: Extract<Write, { kind: 'step-session' }>['step']): Program<WriteRefusal | null> {
  equal(to.version, from.version + 1, `a step of session ${from.id} must raise its version by one`);
  const { sql, values } = sessionTable.update({ set: STEPPED_FIELDS, to, from, guards: AS_READ });
  // Whatever the caller believes: a final state never changes.
  const changed = yield* write({ sql: `${sql} and state not in (${OVER})`, values });
  return changed === 0 ? { why: 'stale' } : null;
}

export function* touchSession(session: Session): Program<WriteRefusal | null> {
  const changed = yield* write({
    sql: `update session set version = version + 1 where id = ? and version = ? and state not in (${OVER})`,
    values: [storable(session.id), session.version],
  });
  return changed === 0 ? { why: 'stale' } : null;
}

export function* archiveSession(session: Session, archivedAt: number | null): Program<WriteRefusal | null> {
  const to = { ...session, archivedAt, version: session.version + 1 };
  const set = ['archivedAt', 'version'] as const;
  const changed = yield* write(sessionTable.update({ set, to, from: session, guards: AS_READ }));
  return changed === 0 ? { why: 'stale' } : null;
}

type SessionReads = Pick<
  Store,
  'findSession' | 'findSessionByKey' | 'findSpec' | 'listLive' | 'listChildren' | 'listFailed'
>;

export const sessionReads = (engine: Engine): SessionReads => ({
  findSession: async (id) => {
    const [row] = await engine.read(sessionTable.select('where id = ?', [storable(id)]));
    return row && sessionTable.fromRow(row);
  },
  findSessionByKey: async (key) => {
    const [row] = await engine.read(sessionTable.select('where key = ?', [storable(key)]));
    return row && sessionTable.fromRow(row);
  },
  findSpec: async (sessionId) => {
    const [row] = await engine.read(specTable.select('where session_id = ?', [storable(sessionId)]));
    if (!row) return undefined;
    const { sessionId: _, ...spec } = specTable.fromRow(row);
    return spec;
  },
  listLive: async () => {
    const order = `case priority when 'high' then 0 else 1 end, created_at, id`;
    const rows = await engine.read(sessionTable.select(`where state in (${LIVE}) order by ${order}`, []));
    return rows.map(sessionTable.fromRow);
  },
  listChildren: async (parentId) => {
    const rows = await engine.read(
      sessionTable.select('where parent_id = ? order by created_at, id', [storable(parentId)]),
    );
    return rows.map(sessionTable.fromRow);
  },
  listFailed: async ({ since, limit }) => {
    const rest = "where state = 'failed' and ended_at >= ? order by ended_at, id limit ?";
    return (await engine.read(sessionTable.select(rest, [since, limit]))).map(sessionTable.fromRow);
  },
});
