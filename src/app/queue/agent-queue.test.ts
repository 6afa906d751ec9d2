import { expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aNote, aSession } from '../../../tests/store/rows.ts';
import { AddedWorkAnswer, WorkAnswer, WorkReportAnswer } from '../../contract/answer/queue.ts';
import { toConfig } from '../../contract/config.ts';
import { resolveConfig } from '../../contract/config-layers.ts';
import type { Session } from '../../domain/session/session.ts';
import { type AskingDeps, intakeRequest } from '../asking/intake-request.ts';

const LEASE_END = 10_000;
const mine = aSession({ id: 's-1', state: 'working', attempt: 1, workId: 'mine', metadata: { loop: 'l' } });
const claimed = { state: 'claimed', fence: 4, leaseUntil: LEASE_END } as const;

/** A session that holds one work item, and an agent in it that asks. */
async function stage(session: Session = mine) {
  const store = new OracleStore();
  const clock = { at: 5_000, now: () => clock.at };
  const works = [
    aWork({ id: 'mine', ...claimed, holder: 'session:s-1', sessionId: 's-1', retries: 1, retriesLeft: 1 }),
    aWork({ id: 'theirs', ...claimed, holder: 'session:s-2', sessionId: 's-2' }),
    aWork({ id: 'free' }),
  ];
  await store.commit([
    addSession(session),
    ...works.map((work) => ({ kind: 'add-work' as const, work, journal: aNote() })),
  ]);
  const deps = {
    store,
    clock,
    ids: { uuid: () => 'uuid', hash: (text: string) => Buffer.from(text).toString('hex') },
    config: toConfig(resolveConfig({ env: {}, flags: {} }).values),
    poke: async () => {},
    wordRefusal: ({ code }) => code,
    hasFile: async () => true,
    outside: null,
  } as Partial<AskingDeps> as AskingDeps;
  const ask = async (name: string, request: object, attempt = 1) => {
    const key = `s-1/${attempt}/${name}.json`;
    const file = { key, name, text: JSON.stringify(request), attempt };
    const outcome = await intakeRequest(deps, session, file);
    return typeof outcome === 'string' ? outcome : `${outcome.ok} ${outcome.text}`;
  };
  const askForValue = async (name: string, request: object): Promise<unknown> => {
    const file = { key: `s-1/1/${name}.json`, name, text: JSON.stringify(request), attempt: 1 };
    const outcome = await intakeRequest(deps, session, file);
    return typeof outcome === 'string' ? outcome : outcome.value;
  };
  return { store, clock, ask, askForValue };
}

test('an agent speaks for the work that its session holds, and for no other', async () => {
  const { store, ask } = await stage();
  const progress = { verb: 'queue.progress', workId: 'mine', completed: 2, total: 5 };
  expect(await ask('a', progress)).toBe('true noted; mine is still yours');
  expect(await ask('b', { verb: 'queue.done', workId: 'theirs' })).toBe('false work-not-own');
  expect(await ask('c', { verb: 'queue.done', workId: 'free' })).toBe('false work-not-own');
  expect(await ask('d', { verb: 'queue.done', workId: 'none' })).toBe('false work-not-found');
  expect(await ask('e', { verb: 'queue.done', workId: 'mine', fence: 3 })).toBe('false lease-gone');
  expect(await ask('f', { verb: 'queue.done', workId: 'mine', note: 'merged' })).toBe('true mine is done');
  expect(await store.findWork('mine')).toMatchObject({ state: 'done', fence: 4, reasonText: 'merged' });
  expect((await store.findWork('theirs'))?.state).toBe('claimed');
});

test('a request that is taken in again, after its answer was lost, changes nothing more', async () => {
  const { store, ask } = await stage();
  const add = { verb: 'queue.add', title: 'Mend the fence' };
  const fail = { verb: 'queue.fail', workId: 'mine', reason: 'no glue' };
  const first = [await ask('a', add), await ask('b', fail)];
  const before = await store.lastJournalSeq();
  expect([await ask('a', add), await ask('b', fail)]).toEqual(first);
  expect(first[1]).toBe('true mine is tried again later (0 left after that); end your turn');
  expect(await store.lastJournalSeq()).toBe(before);
  expect((await store.listWork({}, { limit: 9 })).map(({ title }) => title)).toContain('Mend the fence');
  expect(await store.countWork({})).toEqual({ queued: 3, claimed: 1 });
});

test('what is said twice in two requests is so once', async () => {
  const { ask } = await stage();
  const add = { verb: 'queue.add', title: 'Mend the fence', id: 'fence' };
  expect([await ask('a', add), await ask('b', add)]).toEqual([
    'true added fence',
    'true fence is in the queue already',
  ]);
  expect(await ask('c', { ...add, title: 'Other' })).toBe('false work-id-taken');
  const done = { verb: 'queue.done', workId: 'mine' };
  expect([await ask('d', done), await ask('e', done)]).toEqual(['true mine is done', 'true mine is done']);
});

test('a lease that ran out while no supervisor looked is taken up again before the word counts', async () => {
  const { store, clock, ask } = await stage();
  clock.at = LEASE_END + 1;
  const done = { verb: 'queue.done', workId: 'mine' };
  expect(await ask('a', done)).toBe('moved');
  expect(await ask('a', done)).toBe('true mine is done');
  expect(await store.findWork('mine')).toMatchObject({ state: 'done', holder: null });
});

test('a gate has the last word on what is done, and no agent brings one along', async () => {
  const { store, ask } = await stage({ ...mine, ends: 'when-told' });
  expect(await ask('a', { verb: 'queue.done', workId: 'mine' })).toContain('The gate of your work says');
  expect((await store.findWork('mine'))?.state).toBe('claimed');
  const gated = { verb: 'queue.add', title: 'Open up', gate: 'sh -c anything' };
  expect(await ask('b', gated)).toBe('false a gate or a template is for a person to give');
});

test('an older attempt speaks for nothing, and any agent may look', async () => {
  const { store, ask } = await stage({ ...mine, attempt: 2 });
  expect(await ask('a', { verb: 'queue.done', workId: 'mine' })).toContain('attempt 1 is over');
  expect((await store.findWork('mine'))?.state).toBe('claimed');
  expect(await ask('b', { verb: 'queue.show', workId: 'theirs' }, 2)).toMatch(
    /^true theirs .*\n\nStatus: +in_progress/,
  );
});

test('an agent gets the same JSON as a person', async () => {
  const { askForValue } = await stage();
  const workId = 'mine';
  const added = await askForValue('a', {
    verb: 'queue.add',
    title: 'Mend the fence',
    id: 'fence',
    needs: [workId],
  });
  expect(AddedWorkAnswer.parse(added)).toMatchObject({
    status: 'blocked',
    waits_for: [workId],
    is_new: true,
  });
  const shown = WorkReportAnswer.parse(await askForValue('b', { verb: 'queue.show', workId: 'fence' }));
  expect(shown).toMatchObject({ id: 'fence', history: [{ event: 'work-added', by: 'session:s-1' }] });
  const told = WorkAnswer.parse(await askForValue('c', { verb: 'queue.progress', workId, completed: 2 }));
  expect(told).toMatchObject({ status: 'in_progress', progress: { steps_completed: 2 } });
  const done = WorkAnswer.parse(await askForValue('d', { verb: 'queue.done', workId, note: 'merged' }));
  expect(done).toMatchObject({ status: 'done', reason: 'merged', fence: 4 });
});
