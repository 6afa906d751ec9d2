import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec } from '../../../tests/store/rows.ts';
import { unwrap } from '../../app/draft.ts';
import { stepLoop } from '../../domain/loop/loop.ts';
import type { Write } from '../../store/store.ts';
import { createQueueRound } from './queue-round.ts';

const T0 = 1_000_000;

function makeKeeper() {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const drawn: { queue: string[]; works: Map<string, string>; pictures: number } = {
    queue: [],
    works: new Map(),
    pictures: 0,
  };
  const queueDrawings = {
    drawQueue: async (text: string) => {
      drawn.pictures += 1;
      drawn.queue = (JSON.parse(text) as { id: string; status: string }[]).map(
        (it) => `${it.id} ${it.status}`,
      );
    },
    drawWork: async (id: string, text: string) =>
      void drawn.works.set(id, (JSON.parse(text) as { status: string }).status),
  };
  const config = aConfig({ queue: { leaseMs: 60_000 } });
  const journal = { at: T0, by: 'ann', note: '' };
  const commit = (...writes: Write[]) => store.commit(writes);
  const add = (work: Parameters<typeof aWork>[0]) => commit({ kind: 'add-work', work: aWork(work), journal });
  const claim = (until: number) => {
    const given = { holder: 'ann', at: clock.at, until, sessionId: null };
    return commit({ kind: 'claim-next', claim: given, filter: {}, journal });
  };
  const round = createQueueRound({ store, clock, config, by: 'supervisor', queueDrawings });
  return { store, clock, drawn, add, claim, round };
}

test('work whose session goes on is not lost when its lease runs out', async () => {
  const { store, clock, add, round } = makeKeeper();
  const session = aSession({ id: 's-1', state: 'working' });
  const journal = { at: T0, by: 'ann', note: '' };
  await store.commit([{ kind: 'add-session', session, spec: aSpec(), journal }]);
  await add({ id: 'kept' });
  const claim = { holder: 'session:s-1', at: clock.at, until: clock.at + 1_000, sessionId: 's-1' };
  await store.commit([{ kind: 'claim-next', claim, filter: {}, journal }]);
  clock.at += 5_000;
  await round();
  expect(await store.findWork('kept')).toMatchObject({
    state: 'claimed',
    holder: 'session:s-1',
    leaseUntil: clock.at + 60_000,
  });
});

test('work whose session has ended is held until its loop has settled it', async () => {
  const { store, clock, add, round } = makeKeeper();
  const session = aSession({ id: 's-1', state: 'completed', metadata: { loop: 'loop-1' } });
  const journal = { at: T0, by: 'ann', note: '' };
  const iteration = { number: 1, sessionId: 's-1', workId: 'kept', gate: null, isGreen: false, reds: 0 };
  const loop = aLoop({ atWork: [iteration] });
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal },
    { kind: 'add-loop', loop, journal },
  ]);
  await add({ id: 'kept' });
  const claim = { holder: 'session:s-1', at: clock.at, until: clock.at + 1_000, sessionId: 's-1' };
  await store.commit([{ kind: 'claim-next', claim, filter: {}, journal }]);
  clock.at += 5_000;
  await round();
  expect(await store.findWork('kept')).toMatchObject({ state: 'claimed', holder: 'session:s-1' });
  const settled = unwrap(stepLoop(loop, 'settle', { at: clock.at, patch: { atWork: [] } }));
  await store.commit([{ kind: 'step-loop', step: settled, journal }]);
  clock.at += 60_000;
  await round();
  expect(await store.findWork('kept')).toMatchObject({ state: 'queued', holder: null });
});

test('a project without work gets no picture of it', async () => {
  const { drawn, round } = makeKeeper();
  expect(await round()).toEqual({ restUntil: null });
  expect(drawn.pictures).toBe(0);
});

test('what remains is drawn in its order, and work that was begun has a picture of its own', async () => {
  const { add, claim, drawn, round } = makeKeeper();
  await add({ id: 'a', position: 1 });
  await add({ id: 'b', position: 2, needs: ['a'] });
  await claim(T0 + 500);
  expect(await round()).toEqual({ restUntil: T0 + 500 });
  expect(drawn.queue).toEqual(['b blocked']);
  expect([...drawn.works]).toEqual([['a', 'in_progress']]);
  await round();
  expect(drawn.pictures).toBe(1);
});

test('a lease that ran out is written down and drawn', async () => {
  const { add, claim, clock, drawn, round, store } = makeKeeper();
  await add({ id: 'a' });
  await claim(T0 + 5_000);
  await round();
  clock.at = T0 + 5_000;
  expect(await round()).toBe('again');
  expect(await round()).toEqual({ restUntil: null });
  expect(drawn.queue).toEqual(['a ready']);
  expect(await store.findWork('a')).toMatchObject({ state: 'queued', fence: 2, holder: null });
  const [line] = await store.listJournal({ after: 2, limit: 1 });
  expect(line).toMatchObject({ event: 'work-lapse', by: 'supervisor', note: 'the lease of ann ran out' });
});

test('a supervisor that comes later draws what it finds, and minds its leases', async () => {
  const { add, claim, clock, round, store, drawn } = makeKeeper();
  await add({ id: 'a' });
  await claim(T0 + 5_000);
  const journal = { at: T0, by: 'ann', note: '' };
  const notes = Array.from(
    { length: 1_500 },
    (): Write => ({
      kind: 'add-note',
      sessionId: null,
      event: 'noted',
      journal,
    }),
  );
  await store.commit(notes);
  expect(await round()).toEqual({ restUntil: T0 + 5_000 });
  expect(drawn.pictures).toBe(1);
  clock.at = T0 + 5_000;
  expect(await round()).toBe('again');
});

test('many changes are drawn once a second', async () => {
  const { add, clock, drawn, round } = makeKeeper();
  await add({ id: 'a' });
  await round();
  await add({ id: 'b' });
  clock.at += 10;
  expect(await round()).toEqual({ restUntil: T0 + 1_000 });
  clock.at = T0 + 1_000;
  await round();
  expect([drawn.pictures, drawn.queue.length]).toEqual([2, 2]);
});

test('time alone changes a picture', async () => {
  const { add, clock, drawn, round } = makeKeeper();
  await add({ id: 'a', notBefore: T0 + 9_000 });
  expect(await round()).toEqual({ restUntil: T0 + 9_000 });
  expect(drawn.queue).toEqual(['a scheduled']);
  clock.at = T0 + 9_000;
  await round();
  expect(drawn.queue).toEqual(['a ready']);
});
