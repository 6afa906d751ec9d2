import {
  type ClockReading,
  type HostClock,
  jumpBetween,
  unseenBetween,
} from '../../domain/clock/host-clock.ts';
import type { Clock, ClockReader } from '../../runtime/clock/clock.ts';
import type { Store, Write } from '../../store/store.ts';

/** The clock of a supervisor: it goes on as time passes, whatever becomes of the wall clock. */
export type KeptClock = Clock &
  Readonly<{
    /** Rows fit the wall clock. */
    isFitting: () => boolean;
    /** They do so afterwards. True when times in rows were moved for it. */
    settle: () => Promise<boolean>;
    /** The same, and notes now and then that it was looked at. */
    keep: () => Promise<boolean>;
  }>;

type KeepDeps = Readonly<{
  store: Pick<Store, 'findHostClock' | 'commit'>;
  clocks: ClockReader;
  hostId: string;
  by: string;
  /** Nothing else than a stop makes the supervisor look at its clocks less often than that. */
  longestMs: number;
}>;

/** So often the row is written where nothing has jumped: little time after it goes unseen. */
const SAVED_EVERY_MS = 60_000;

/**
 * Until a jump is settled, `now` goes on as if there had been none: rows and clock always fit together. The
 * commit that moves the rows is the moment from which `now` is the wall clock again.
 */
export function keepClock({ store, clocks, hostId, by, longestMs }: KeepDeps): KeptClock {
  let seen = clocks.read();
  /** The last reading that rows fit; null until the row was read. */
  let fitting: ClockReading | null = null;
  let savedAt = Number.NEGATIVE_INFINITY;
  let unseen = 0;
  /** The part of it for which the machine was off: who held a lease here is gone with it. */
  let off = 0;
  let settling: Promise<boolean> | null = null;

  const look = (): ClockReading => {
    const last = seen;
    seen = clocks.read();
    unseen += unseenBetween(last, seen, longestMs);
    // A slow correction of the clock is followed at once.
    if (fitting !== null && jumpBetween(fitting, seen) === 0) fitting = seen;
    return seen;
  };
  const jumpOf = (now: ClockReading): number => (fitting === null ? 0 : jumpBetween(fitting, now));

  const settle = async (): Promise<boolean> => {
    const row = await store.findHostClock(hostId);
    // What the machine was off for, and what a supervisor before us did not settle.
    if (fitting === null && row !== undefined && row.boot !== seen.boot) {
      off = unseenBetween(row, seen, longestMs);
      unseen += off;
      fitting = seen;
    } else fitting = row !== undefined && row.boot === seen.boot ? row : (fitting ?? seen);
    // What we did not see, another one did.
    if (row !== undefined && row.boot === seen.boot && row.steady > savedAt && Number.isFinite(savedAt))
      unseen = unseenBetween(row, seen, longestMs);
    const now = look();
    const jump = jumpOf(now);
    const gap = unseen;
    const ms = jump + gap;
    if (ms === 0 && row !== undefined && isRecent(row, now)) {
      savedAt = row.steady;
      return false;
    }
    const to: HostClock = { ...wholeOf(now), hostId, version: (row?.version ?? 0) + 1 };
    const moves = ms === 0 ? [] : [skipOf(to, { ms, leaseMs: ms - off, by })];
    const result = await store.commit([{ kind: 'save-clock', from: row ?? null, to }, ...moves]);
    // Another process was faster: what it has settled is in the row.
    if (!result.saved) return false;
    fitting = to;
    savedAt = now.steady;
    unseen -= gap;
    off = 0;
    return ms !== 0;
  };

  const settleOnce = (): Promise<boolean> => {
    settling ??= settle().finally(() => {
      settling = null;
    });
    return settling;
  };
  const isFitting = (): boolean => fitting !== null && jumpOf(look()) === 0 && unseen === 0;

  return {
    isFitting,
    now: () => look().wall - jumpOf(seen) - unseen,
    settle: async () => (isFitting() ? false : settleOnce()),
    keep: async () => (isFitting() && seen.steady - savedAt < SAVED_EVERY_MS ? false : settleOnce()),
  };
}

type Skipped = Readonly<{ ms: number; leaseMs: number; by: string }>;

const skipOf = ({ hostId, wall }: HostClock, { ms, leaseMs, by }: Skipped): Write => ({
  ...{ kind: 'skip-time', hostId, ms, leaseMs, before: wall - ms },
  journal: { at: wall, by, note: noteOf(ms) },
});

const isRecent = (row: HostClock, now: ClockReading): boolean =>
  row.boot === now.boot && now.steady - row.steady < SAVED_EVERY_MS;

const wholeOf = ({ wall, steady, boot }: ClockReading): ClockReading => ({
  wall: Math.round(wall),
  steady: Math.round(steady),
  boot,
});

const noteOf = (ms: number): string =>
  `the clock ${ms > 0 ? 'jumped forward' : 'was put back'} by ${Math.round(Math.abs(ms) / 1_000)} s, ` +
  'or the machine stood still: leases and limits were moved along';
