import { describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import {
  addSession,
  aMemory,
  aNote,
  anAttempt,
  aRun,
  aSession,
  aTurn,
  T0,
} from '../../../tests/store/rows.ts';
import type { HostClock } from '../../domain/clock/host-clock.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED, STALE } from './pair.conformance.ts';

const HOUR = 3_600_000;

export function describeClocks(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const clock = (version: number): HostClock => ({
    ...{ hostId: 'host', version, boot: 'b', wall: T0 + version, steady: 7 + version },
  });
  const skip = (ms: number, leaseMs = ms): Write => ({
    ...({ kind: 'skip-time', hostId: 'host', before: T0, journal: aNote() } as const),
    ms,
    leaseMs,
  });

  describe('the clock of a host', () => {
    test('is saved by the one who has read it last', async () => {
      expect(await on.store.findHostClock('host')).toBeUndefined();
      await save({ kind: 'save-clock', from: null, to: clock(1) });
      expect(await on.store.commit([{ kind: 'save-clock', from: null, to: clock(1) }])).toEqual(STALE);
      await save({ kind: 'save-clock', from: clock(1), to: clock(2) });
      expect(await on.store.commit([{ kind: 'save-clock', from: clock(1), to: clock(2) }])).toEqual(STALE);
      expect(await on.store.findHostClock('host')).toEqual(clock(2));
    });

    test.each([HOUR, -HOUR])('that jumps by %d moves what clocks of live rows count from', async (ms) => {
      const working = { state: 'working', hostId: 'host', workingSince: T0, stateSince: T0 } as const;
      const session = aSession({ id: 's', ...working });
      const ended = aSession({ id: 'e', ...working, state: 'failed' });
      const elsewhere = aSession({ id: 'o', ...working, hostId: 'other' });
      const attempt = anAttempt({ sessionId: 's', number: 1, hostId: 'host', lastEventAt: T0 + 5 });
      const turn = aTurn({ id: 't', sessionId: 's', state: 'seen', changedAt: T0 + 3 });
      const run = aRun({ id: 'r', hostId: 'host', state: 'running', runningSince: T0 });
      const journal = aNote();
      await save(...[session, ended, elsewhere].map((one) => addSession(one)));
      await save(
        { kind: 'add-attempt', attempt, journal },
        { kind: 'add-turn', turn, journal },
        { kind: 'add-run', run, memory: aMemory(), journal },
      );
      await save(skip(ms));
      expect(await on.store.findSession('s')).toEqual({
        ...session,
        workingSince: T0 + ms,
        stateSince: T0 + ms,
        version: session.version + 1,
      });
      expect(await on.store.findSession('e')).toEqual(ended);
      expect(await on.store.findSession('o')).toEqual(elsewhere);
      expect((await on.store.findAttempt('s', 1))?.lastEventAt).toBe(T0 + 5 + ms);
      expect((await on.store.findTurn('t'))?.changedAt).toBe(T0 + 3 + ms);
      expect((await on.store.findRun('r'))?.runningSince).toBe(T0 + ms);
    });

    test('that jumps moves leases that ran, of holders on that host', async () => {
      const claimed = { state: 'claimed', holder: 'ann@host', leaseUntil: T0 + 9, fence: 1 } as const;
      const works = [
        aWork({ id: 'mine', ...claimed }),
        aWork({ id: 'named', ...claimed, holder: 'loop-1' }),
        aWork({ id: 'theirs', ...claimed, holder: 'bob@other' }),
        aWork({ id: 'over', ...claimed, leaseUntil: T0 }),
      ];
      await save(...works.map((work): Write => ({ kind: 'add-work', work, journal: aNote() })));
      await save(skip(HOUR));
      const untilOf = async (id: string) => (await on.store.findWork(id))?.leaseUntil;
      expect(await Promise.all(works.map(({ id }) => untilOf(id)))).toEqual([
        ...[T0 + 9 + HOUR, T0 + 9 + HOUR, T0 + 9, T0],
      ]);
      await save(skip(HOUR, 0));
      expect(await untilOf('mine')).toBe(T0 + 9 + HOUR);
    });
  });
}
