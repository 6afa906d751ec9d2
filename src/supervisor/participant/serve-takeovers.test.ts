import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { type AskTakeoverDeps, askTakeover } from '../../app/participant/ask-takeover.ts';
import { answerQuestion } from '../../app/question/answer-question.ts';
import { joinedAs } from '../../domain/participant/participant.ts';
import { heldReservation } from '../../domain/reservation/reservation.ts';
import { type ServeTakeoverDeps, serveTakeovers } from './serve-takeovers.ts';

const MINUTE = 60_000;
const T0 = 1_000 * MINUTE;
const journal = { at: T0, by: 'ann', note: '' };
const join = (baseName: string) =>
  joinedAs({
    baseName,
    track: null,
    cli: null,
    conversationId: null,
    hostId: 'here',
    anchor: { pid: baseName.length, start: '1', boot: 'b' },
    workDir: `/work/${baseName}`,
    joinedAt: T0,
  });
const holder = join('GreenCastle');
const wanter = join('BlueLake');

async function stage() {
  const store = new OracleStore();
  const clock = { at: T0 + 12 * MINUTE, now: () => clock.at };
  const world = { isAlive: false, fileAt: null as number | null, poked: [] as string[] };
  let made = 0;
  const deps = {
    store,
    clock,
    ids: { uuid: () => `id-${++made}`, hash: (text: string) => [...text].reverse().join('') },
    hostId: 'here',
    by: 'supervisor',
    projectRoot: '/project',
    config: { reservations: { enforce: 'off' } },
    heldFile: { ensureGone: async () => {} },
    poke: async (key: string) => void world.poked.push(key),
    callers: { isAlive: async () => world.isAlive },
    workFolders: {
      observeActivity: async () => ({ fileAt: world.fileAt, gitAt: null, isPartial: false }),
      ensureRescued: async () => null,
    },
  } as unknown as ServeTakeoverDeps & AskTakeoverDeps;
  for (const participant of [holder, wanter])
    await store.commit([{ kind: 'add-participant', participant, journal }]);
  const reservation = heldReservation({
    number: 1,
    holder: holder.id,
    glob: 'src/**',
    isExclusive: true,
    reason: null,
    createdAt: T0,
    expiresAt: null,
  });
  await store.commit([{ kind: 'add-reservation', reservation, journal }]);
  const want = () => askTakeover(deps, { holder: holder.id, wantedBy: wanter.id, wants: ['src/**'] });
  const asked = () => store.listQuestions({});
  const answer = async (words: string) => {
    const [open] = await store.listQuestions({ state: 'open' });
    return answerQuestion({ ...deps, by: 'ann' }, { questionId: open?.id ?? '', answer: [words] });
  };
  return { store, clock, world, want, asked, answer, serve: () => serveTakeovers(deps) };
}

test('a quiet holder of what another one wants is asked about once, and a person may take over', async () => {
  const { store, world, want, asked, answer, serve } = await stage();
  await want();
  await want();
  expect(await asked()).toMatchObject([
    {
      kind: 'takeover',
      options: ['take over', 'wait', 'ignore'],
      text: expect.stringContaining('12 minutes'),
    },
  ]);
  expect(await serve()).toEqual([T0 + 12 * MINUTE + 30_000]);
  expect(await answer('take over')).toMatchObject({ ok: true });
  expect(world.poked).toEqual([':participants', ':participants']);
  expect(await serve()).toEqual([]);
  expect(await asked()).toMatchObject([{ state: 'delivered' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ endReason: 'taken-over', takenBy: 'ann' });
  expect(await store.listReservations({ state: 'held' })).toEqual([]);
  const mails = await store.listMailInbox({ recipient: wanter.id, limit: 9 });
  expect(mails.map(({ mail }) => mail.subject)).toEqual([`${holder.id} was taken over`]);
});

test.each(['wait', 'ignore'])('"%s" leaves the holder what it holds', async (words) => {
  const { store, want, asked, answer, serve } = await stage();
  await want();
  await answer(words);
  expect(await serve()).toEqual([]);
  expect(await asked()).toMatchObject([{ state: 'delivered' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ state: 'active' });
  await want();
  expect(await asked()).toHaveLength(1);
});

test('the question closes when the holder stirs, also between the answer and the deed', async () => {
  const { store, clock, want, asked, answer, serve } = await stage();
  await want();
  await answer('take over');
  await store.commit([{ kind: 'see-participant', participantId: holder.id, at: clock.at }]);
  expect(await serve()).toEqual([]);
  expect(await asked()).toMatchObject([{ state: 'superseded' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ state: 'active' });
});

test('one that the evidence speaks for is not asked about, and is not ended by an answer', async () => {
  const { store, clock, world, want, asked, answer, serve } = await stage();
  world.isAlive = true;
  await want();
  world.isAlive = false;
  world.fileAt = clock.at - MINUTE;
  await want();
  expect(await asked()).toEqual([]);
  world.fileAt = null;
  await want();
  await answer('take over');
  world.fileAt = clock.at;
  await serve();
  expect(await asked()).toMatchObject([{ state: 'superseded' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ state: 'active' });
});
