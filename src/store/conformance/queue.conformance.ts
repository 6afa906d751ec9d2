import { describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import { stepWork, type WorkEvent, type WorkItem, type WorkPatch } from '../../domain/queue/work-item.ts';
import type { WorkFilter, Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const NOTHING_READY = { saved: false, why: 'nothing-ready' };
const add = (work: WorkItem): Write => ({ kind: 'add-work', work, journal: aNote('added') });
const claimNext = (holder: string, at = T0, filter: WorkFilter = {}): Write => ({
  kind: 'claim-next',
  claim: { holder, at, until: at + 10, sessionId: null },
  filter,
  journal: aNote('claimed'),
});

function step(from: WorkItem, event: WorkEvent, patch: WorkPatch = {}): Write & { kind: 'step-work' } {
  const outcome = stepWork(from, event, { at: T0 + 1, patch });
  if (!outcome.ok) throw new Error(`${from.state} has no ${event}`);
  return { kind: 'step-work', step: outcome.value, journal: aNote(event) };
}

export function describeQueue(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const claim = async (at = T0, filter: WorkFilter = {}) => {
    const result = await on.store.commit([claimNext('ann', at, filter)]);
    return result.saved ? result.claimed?.id : result.why;
  };

  describe('the queue', () => {
    test('work comes back with every field, and its steps are in the journal under its name', async () => {
      const work = aWork({
        labels: ['a label', 'x'],
        needs: ['first'],
        rig: 'r',
        actor: 'a',
        notBefore: 5,
        deadline: 6,
        gate: 'npm test',
        template: 't.md',
      });
      await save(add(aWork({ id: 'first' })), add(work));
      expect(await on.other.findWork(work.id)).toEqual(work);
      const progress = { stepsCompleted: 3, stepsTotal: 10, currentStep: 'the third' };
      const claimed = step(work, 'claim', { holder: 'ann', leaseUntil: T0 + 9, sessionId: 's' });
      const reported = step(claimed.step.to, 'report', { progress });
      await save(claimed, reported);
      expect(await on.other.findWork(work.id)).toEqual(reported.step.to);
      const lines = await on.store.listJournal({ after: 0, limit: 9, workId: work.id });
      expect(lines.map(({ event, toState }) => [event, toState])).toEqual([
        ['work-added', 'queued'],
        ['work-claim', 'claimed'],
        ['work-report', 'claimed'],
      ]);
    });

    test('of two with the same id the second is a duplicate; a need that is not there fails', async () => {
      await save(add(aWork()));
      expect(await on.store.commit([add(aWork())])).toEqual(duplicateOf('work'));
      await expect(on.store.commit([add(aWork({ id: 'b', needs: ['none'] }))])).rejects.toThrow();
      expect(await on.store.findWork('b')).toBeUndefined();
    });

    test('two may need each other’s kind in any order within a commit', async () => {
      await save(add(aWork({ id: 'b', needs: ['a'] })), add(aWork({ id: 'a' })));
      expect(await claim()).toBe('a');
    });

    test('of two who step from the same row the second is stale', async () => {
      await save(add(aWork()));
      await save(step(aWork(), 'claim', { holder: 'ann', leaseUntil: T0 + 9 }));
      expect(await on.other.commit([step(aWork(), 'finish')])).toEqual(STALE);
    });

    test('the next is claimed by priority, position and age, each once, until nothing is ready', async () => {
      await save(
        add(aWork({ id: 'late', createdAt: T0 + 2 })),
        add(aWork({ id: 'early', createdAt: T0 + 1 })),
        add(aWork({ id: 'ahead', position: 1 })),
        add(aWork({ id: 'urgent', priority: 0, position: 9e15 })),
      );
      expect((await on.store.findReadyWork({}, T0))?.id).toBe('urgent');
      const order = [await claim(), await claim(), await claim(), await claim(), await claim()];
      expect(order).toEqual(['urgent', 'ahead', 'early', 'late', 'nothing-ready']);
    });

    test('what is not ready is passed over: needs, times, other rigs and labels', async () => {
      await save(
        add(aWork({ id: 'first', rig: 'r' })),
        add(aWork({ id: 'second', needs: ['first'], priority: 0 })),
        add(aWork({ id: 'soon', notBefore: T0 + 1, priority: 0 })),
        add(aWork({ id: 'over', deadline: T0, priority: 0 })),
        add(aWork({ id: 'labelled', labels: ['x'], priority: 3 })),
      );
      expect(await claim(T0, { label: 'x' })).toBe('labelled');
      expect(await claim(T0, { rig: 'none' })).toBe('nothing-ready');
      expect(await claim(T0, { rig: 'r' })).toBe('first');
      expect(await claim(T0)).toBe('nothing-ready');
      expect(await claim(T0 + 1)).toBe('soon');
      const first = await on.store.findWork('first');
      if (first) await save(step(first, 'finish'));
      expect(await claim(T0 + 1)).toBe('second');
    });

    test('a lease that ran out, and none before, makes work ready again with a higher fence', async () => {
      await save(add(aWork()));
      await on.store.commit([claimNext('ann')]);
      expect(await on.other.commit([claimNext('bob', T0 + 9)])).toEqual(NOTHING_READY);
      expect(await on.store.listLapsedWork(T0 + 9, 9)).toEqual([]);
      expect((await on.store.listLapsedWork(T0 + 10, 9)).map(({ id }) => id)).toEqual(['work-1']);
      const result = await on.other.commit([claimNext('bob', T0 + 10)]);
      expect(result).toMatchObject({ saved: true, claimed: { holder: 'bob', fence: 3 } });
    });

    test('a claim that is refused takes back all that was written with it', async () => {
      await save(add(aWork({ id: 'a', notBefore: T0 + 5 })));
      expect(await on.store.commit([add(aWork({ id: 'b', notBefore: T0 + 5 })), claimNext('ann')])).toEqual(
        NOTHING_READY,
      );
      expect(await on.store.findWork('b')).toBeUndefined();
    });

    test('of many who race from two stores, no two get the same', async () => {
      const works = Array.from({ length: 30 }, (_, n) => aWork({ id: `w${n}`, position: n }));
      await save(...works.map(add));
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? on.store : on.other).commit([claimNext(`h${n}`)])),
      );
      const got = results.flatMap((result) => (result.saved && result.claimed ? [result.claimed.id] : []));
      expect(new Set(got).size).toBe(got.length);
      // A racer may find the last ones locked by others and leave with nothing; they are there to be taken.
      for (let id = await claim(); id && id !== 'nothing-ready'; id = await claim()) got.push(id);
      expect(got.sort()).toEqual(works.map(({ id }) => id).sort());
    });

    test('lists come in the order of the queue, in pages, with counts', async () => {
      await save(
        add(aWork({ id: 'c', position: 3, rig: 'r' })),
        add(aWork({ id: 'a', position: 1, labels: ['x'] })),
        add(aWork({ id: 'b', position: 2, state: 'done' })),
        add(aWork({ id: 'z', priority: 0 })),
      );
      const list = async (filter: WorkFilter, page = {}) =>
        (await on.store.listWork(filter, { limit: 9, ...page })).map(({ id }) => id).join('');
      expect(await list({})).toBe('zabc');
      expect(await list({}, { limit: 2 })).toBe('za');
      expect(await list({}, { limit: 2, after: 'a' })).toBe('bc');
      expect(await list({ states: ['queued'] })).toBe('zac');
      expect(await list({ states: [] })).toBe('');
      expect(await list({ rig: 'r' })).toBe('c');
      expect(await list({ label: 'x' })).toBe('a');
      expect(await on.store.countWork({})).toEqual({ queued: 3, done: 1 });
      expect(await on.store.listWorkStates(['b', 'none'])).toEqual(
        new Map([['b', { state: 'done', contentHash: 'hash' }]]),
      );
      expect(await on.store.listWorkStates([])).toEqual(new Map());
    });

    test('thousands are added at once, each with its line in the journal', async () => {
      const works = Array.from({ length: 2_500 }, (_, n) => aWork({ id: `w${n}`, position: n }));
      await save(...works.map(add));
      expect(await on.store.lastJournalSeq()).toBe(2_500);
      const ids = works.map(({ id }) => id);
      expect((await on.store.listWorkStates(ids)).size).toBe(2_500);
    });
  });
}
