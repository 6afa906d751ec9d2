import { describe, expect, test } from 'vitest';
import { addSession, aNote, aSession, saveStep, stepOf, T0 } from '../../../tests/store/rows.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../store.ts';
import { duplicateOf, NO_SLOT, type Pair, SAVED, STALE } from './pair.conformance.ts';

export function describeSlots(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('slots', () => {
    const launch = (session: Session, limit: number): Write[] => [
      { kind: 'take-slot', limit },
      saveStep(stepOf(session, 'launch')),
    ];
    const a = aSession({ id: 'a' });
    const b = aSession({ id: 'b' });

    test('only sessions that start or work hold one', async () => {
      const states = [
        'created',
        'idle',
        'waiting',
        'parked',
        'stopping',
        'completed',
        'failed',
        'killed',
      ] as const;
      await save(...states.map((state) => addSession(aSession({ id: state, state }))), addSession(a));
      expect(await on.store.commit(launch(a, 1))).toEqual(SAVED);
      await save(addSession(aSession({ id: 'w', state: 'working' })));
      expect(await on.store.commit([{ kind: 'take-slot', limit: 2 }])).toEqual(NO_SLOT);
      expect(await on.store.commit([{ kind: 'take-slot', limit: 3 }])).toEqual(SAVED);
    });

    test('while the project is paused no session takes one, and there is one pause at a time', async () => {
      const pause = { id: 'p', since: T0, by: 'ann', reason: 'too hot', endedAt: null };
      await save(addSession(a), { kind: 'add-pause', pause, journal: aNote() });
      expect(await on.store.findPause()).toEqual(pause);
      expect(await on.store.commit(launch(a, 5))).toEqual({ saved: false, why: 'paused' });
      const other = { ...pause, id: 'q' };
      const again = await on.store.commit([{ kind: 'add-pause', pause: other, journal: aNote() }]);
      expect(again).toEqual(duplicateOf('pause'));
      const step = { from: pause, to: { ...pause, endedAt: T0 + 1 } };
      await save({ kind: 'end-pause', step, journal: aNote() });
      expect(await on.store.commit([{ kind: 'end-pause', step, journal: aNote() }])).toEqual(STALE);
      expect(await on.store.findPause()).toBeUndefined();
      expect(await on.store.commit(launch(a, 5))).toEqual(SAVED);
    });

    test('the sessions of the commit itself are not counted, wherever the slot is taken', async () => {
      await save(addSession(a), addSession(b));
      expect(await on.store.commit([...launch(a, 1)].reverse())).toEqual(SAVED);
      expect(await on.store.commit([...launch(b, 1)].reverse())).toEqual(NO_SLOT);
    });

    test('a commit that takes two slots needs two that are free', async () => {
      await save(addSession(a), addSession(b));
      expect(await on.store.commit([...launch(a, 1), ...launch(b, 1)])).toEqual(NO_SLOT);
      expect(await on.store.commit([...launch(a, 2), ...launch(b, 2)])).toEqual(SAVED);
    });

    test('a freed slot can be taken again', async () => {
      await save(addSession(a), addSession(b), ...launch(a, 1));
      expect(await on.store.commit(launch(b, 1))).toEqual(NO_SLOT);
      await save(saveStep(stepOf(stepOf(a, 'launch').to, 'park', { resumeAt: T0 })));
      expect(await on.store.commit(launch(b, 1))).toEqual(SAVED);
    });

    test('of many who race for the last slot from two stores, exactly one gets it', async () => {
      const racers = Array.from({ length: 20 }, (_, n) => aSession({ id: `racer-${n}` }));
      await save(...racers.map((racer) => addSession(racer)));
      const results = await Promise.all(
        racers.map((racer, n) => (n % 2 ? on.store : on.other).commit(launch(racer, 1))),
      );
      expect(results.filter(({ saved }) => saved)).toHaveLength(1);
      expect(results.filter(({ saved }) => !saved)).toEqual(Array(19).fill(NO_SLOT));
      expect((await on.store.countSessions({})).starting).toBe(1);
    });

    test('of many who claim the same session at once, exactly one gets it', async () => {
      await save(addSession(a));
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? on.store : on.other).commit(launch(a, 100))),
      );
      expect(results.filter(({ saved }) => saved)).toHaveLength(1);
      expect(results.filter(({ saved }) => !saved)).toEqual(Array(19).fill(STALE));
    });

    test('of many who add the same key at once, exactly one does', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? on.store : on.other).commit([addSession(aSession({ id: `s${n}`, key: 'k' }))]),
        ),
      );
      expect(results.filter(({ saved }) => saved)).toHaveLength(1);
      expect(results.filter(({ saved }) => !saved)).toEqual(Array(19).fill(duplicateOf('session-key')));
    });
  });
}
