import type { HostClock } from '../domain/clock/host-clock.ts';
import { isOver, SESSION_STATES } from '../domain/session/session.ts';
import type { Engine } from './engine.ts';
import { type Program, type Value, write } from './program.ts';
import type { Store, Write } from './store.ts';
import { plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const clockTable = new Table<HostClock>('host_clock', ['hostId'], () => ({
  hostId: plain('host_id'),
  version: plain('version'),
  boot: plain('boot'),
  wall: plain('wall'),
  steady: plain('steady'),
}));

const saveStep = clockTable.updater({ set: ['version', 'boot', 'wall', 'steady'], guards: ['version'] });

export function* saveClock({
  from,
  to,
}: Extract<Write, { kind: 'save-clock' }>): Program<WriteRefusal | null> {
  const changed = yield* write(from === null ? clockTable.insert(to) : saveStep({ from, to }));
  return changed === 0 ? { why: 'stale' } : null;
}

const LIVE = SESSION_STATES.filter((state) => !isOver({ state }))
  .map((state) => `'${state}'`)
  .join(', ');
const OF_HOST = `select id from session where host_id = ? and state in (${LIVE})`;
/** A person on another host, or a session there, has a clock of their own. */
const HELD_HERE = `(session_id in (${OF_HOST})
  or (session_id is null and (holder not like '%@%' or holder like ?)))`;

/** Every time that a clock counts from, or runs out at; what tells when something happened stays. */
export function* skipTime({
  hostId,
  ms,
  leaseMs,
  before,
}: Extract<Write, { kind: 'skip-time' }>): Program<null> {
  const host = storable(hostId);
  const run = function* (sql: string, values: readonly Value[]): Program<void> {
    yield* write({ sql, values });
  };
  // One that no host has yet is moved too: its new version refuses a start that was drafted before.
  yield* run(
    `update session
     set state_since = state_since + ?, working_since = working_since + ?, version = version + 1
     where (host_id = ? or host_id is null) and state in (${LIVE})`,
    [ms, ms, host],
  );
  yield* run(
    `update attempt set last_event_at = last_event_at + ?
     where host_id = ? and ended_at is null and session_id in (${OF_HOST})`,
    [ms, host, host],
  );
  yield* run(
    `update turn set changed_at = changed_at + ?
     where state in ('handed', 'seen') and session_id in (${OF_HOST})`,
    [ms, host],
  );
  yield* run(
    `update run set running_since = running_since + ?, version = version + 1
     where host_id = ? and running_since is not null`,
    [ms, host],
  );
  yield* run(
    `update work_item set lease_until = lease_until + ?, version = version + 1
     where state = 'claimed' and lease_until > ? and ${HELD_HERE}`,
    [leaseMs, before, host, `%@${hostId}`],
  );
  return null;
}

export const hostClockReads = (engine: Engine): Pick<Store, 'findHostClock'> => ({
  findHostClock: (hostId) => clockTable.find(engine, 'where host_id = ?', [storable(hostId)]),
});
