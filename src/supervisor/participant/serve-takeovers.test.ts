import { expect, test } from 'vitest';
import {
  aParticipant,
  aReservation,
  JOINED_AT,
  MINUTE,
  ParticipantWorld,
} from '../../../tests/samples/participant.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { askTakeover } from '../../app/participant/ask-takeover.ts';
import { answerQuestion } from '../../app/question/answer-question.ts';
import { serveTakeovers } from './serve-takeovers.ts';

const NOW = JOINED_AT + 12 * MINUTE;
const QUIET = { fileAt: null, gitAt: null, isPartial: false };
const journal = { at: JOINED_AT, by: 'ann', note: '' };
const holder = aParticipant('GreenCastle');
const wanter = aParticipant('BlueLake', { anchor: { pid: 2, start: '1', boot: 'b' } });

async function stage() {
  const store = new OracleStore();
  const world = new ParticipantWorld();
  world.at = NOW;
  const deps = world.depsFor(store);
  for (const participant of [holder, wanter])
    await store.commit([{ kind: 'add-participant', participant, journal }]);
  await store.commit([{ kind: 'add-reservation', reservation: aReservation(holder.id), journal }]);
  const want = () => askTakeover(deps, { holder: holder.id, wantedBy: wanter.id, wants: ['src/**'] });
  const asked = () => store.listQuestions({});
  const answer = async (words: string) => {
    const [open] = await store.listQuestions({ state: 'open' });
    return answerQuestion({ ...deps, by: 'ann' }, { questionId: open?.id ?? '', answer: [words] });
  };
  return { store, world, want, asked, answer, serve: () => serveTakeovers(deps) };
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
  expect(await serve()).toEqual([NOW + 30_000]);
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
  const { store, want, asked, answer, serve } = await stage();
  await want();
  await answer('take over');
  await store.commit([{ kind: 'see-participant', participantId: holder.id, at: NOW }]);
  expect(await serve()).toEqual([]);
  expect(await asked()).toMatchObject([{ state: 'superseded' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ state: 'active' });
});

test('one that the evidence speaks for is not asked about, and is not ended by an answer', async () => {
  const { store, world, want, asked, answer, serve } = await stage();
  world.alive.add(1);
  await want();
  world.alive.clear();
  world.activity = { ...QUIET, fileAt: NOW - MINUTE };
  await want();
  expect(await asked()).toEqual([]);
  world.activity = QUIET;
  await want();
  await answer('take over');
  world.activity = { ...QUIET, fileAt: NOW };
  await serve();
  expect(await asked()).toMatchObject([{ state: 'superseded' }]);
  expect(await store.findParticipant(holder.id)).toMatchObject({ state: 'active' });
});
