import { expect, test } from 'vitest';
import {
  aParticipant,
  aReservation,
  MINUTE,
  ParticipantWorld,
  JOINED_AT as T0,
} from '../../../tests/samples/participant.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec } from '../../../tests/store/rows.ts';
import { TakeoverAnswer } from '../../contract/answer/takeover.ts';
import type { Participant } from '../../domain/participant/participant.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Write } from '../../store/store.ts';
import { takeOverParticipant, takeOverParticipantVerb } from './take-over-participant.ts';

const journal = { at: T0, by: 'ann', note: '' };
const anchor = (pid: number) => ({ pid, start: '1', boot: 'b' });
const stale = aParticipant('GreenCastle', { cli: 'claude' });
const taker = aParticipant('BlueLake', { cli: 'claude', anchor: anchor(2), joinedAt: T0 + 11 * MINUTE });
const rescue: Rescue = {
  ref: `refs/swarm/rescue/${stale.id}/1`,
  sessionId: stale.id,
  number: 1,
  commit: 'c1',
  at: T0,
  subject: 'left',
};

/** A participant that joined, reserved a file and claimed an item, and another that has just come. */
async function stage() {
  const store = new OracleStore();
  const world = new ParticipantWorld();
  world.onRescue = async () => rescue;
  const commit = (...writes: Write[]) => store.commit(writes);
  await commit({ kind: 'add-participant', participant: stale, journal });
  await commit({ kind: 'add-reservation', reservation: aReservation(stale.id), journal });
  await commit({ kind: 'add-work', work: aWork({ id: 'bd-201' }), journal });
  const claim = { holder: stale.id, at: T0, until: T0 + 60 * MINUTE, sessionId: null };
  await commit({ kind: 'claim-next', claim, filter: {}, journal });
  world.at = T0 + 12 * MINUTE;
  await commit({ kind: 'add-participant', participant: taker, journal });
  const depsOf = (who: Participant | null) => world.depsFor(store, { who: who?.id ?? null, by: 'ann' });
  const take = (who: Participant | null = taker, yes = true) =>
    takeOverParticipant(depsOf(who), { participant: stale.id, yes });
  return { store, world, take, depsOf };
}

test('one that is quiet is taken over: work saved, files released, items ready, its id ended', async () => {
  const { store, take } = await stage();
  const taken = await take();
  expect(taken).toMatchObject({ ok: true, value: { isTaken: true, by: taker.id, rescue: `${stale.id}/1` } });
  expect(taken.ok && TakeoverAnswer.parse(takeOverParticipantVerb.json(taken.value))).toMatchObject({
    taken_by: taker.id,
    reserved: ['src/**'],
    items: ['bd-201'],
  });
  expect(await store.findParticipant(stale.id)).toMatchObject({
    state: 'ended',
    endReason: 'taken-over',
    takenBy: taker.id,
  });
  expect(await store.listReservations({ state: 'held' })).toEqual([]);
  expect(await store.findWork('bd-201')).toMatchObject({ state: 'queued', holder: null, fence: 2 });
});

test('without --yes nothing is done but to look', async () => {
  const { store, take, world } = await stage();
  expect(await take(taker, false)).toMatchObject({
    ok: true,
    value: { isTaken: false, reserved: ['src/**'] },
  });
  expect(world.rescued).toEqual([]);
  expect(await store.findParticipant(stale.id)).toMatchObject({ state: 'active' });
});

test('the second who takes over is told who did', async () => {
  const { take } = await stage();
  await take();
  expect(await take(null)).toMatchObject({
    refusal: { code: 'participant-ended', reason: 'taken-over', by: taker.id },
  });
});

test('a person who has not joined may take over too', async () => {
  const { store, take } = await stage();
  expect(await take(null)).toMatchObject({ ok: true });
  expect(await store.findParticipant(stale.id)).toMatchObject({ takenBy: 'ann' });
});

test('one whose process lives keeps everything, and the reason is told', async () => {
  const { store, take, world } = await stage();
  world.alive.add(1);
  expect(await take()).toMatchObject({ refusal: { code: 'takeover-refused' } });
  expect(world.rescued).toEqual([]);
  expect(await store.listReservations({ state: 'held' })).toHaveLength(1);
});

test('a changed file in a folder of its own speaks for it; in one that it shares, it does not', async () => {
  const { store, take, world } = await stage();
  world.activity = { fileAt: world.at - MINUTE, gitAt: null, isPartial: false };
  expect(await take()).toMatchObject({ refusal: { code: 'takeover-refused' } });
  const mate = aParticipant('RedFox', {
    anchor: anchor(3),
    workDir: `${stale.workDir}/src`,
    joinedAt: world.at,
  });
  await store.commit([{ kind: 'add-participant', participant: mate, journal }]);
  expect(await take()).toMatchObject({ ok: true });
});

test('a holder that wakes up while its work is saved keeps everything', async () => {
  const { store, take, world } = await stage();
  world.onRescue = async () => {
    await store.commit([{ kind: 'see-participant', participantId: stale.id, at: world.at }]);
    return rescue;
  };
  expect(await take()).toMatchObject({ refusal: { code: 'takeover-refused' } });
  expect(await store.findParticipant(stale.id)).toMatchObject({ state: 'active' });
  expect(await store.findWork('bd-201')).toMatchObject({ state: 'claimed', holder: stale.id });
});

test('no one takes over from itself, from a session, or from one who never joined', async () => {
  const { store, take, depsOf } = await stage();
  const session = aSession({ id: 's-1', state: 'waiting' });
  await store.commit([{ kind: 'add-session', session, spec: aSpec(), journal }]);
  const of = (id: string) => takeOverParticipant(depsOf(taker), { participant: id, yes: true });
  expect(await take(stale)).toMatchObject({ refusal: { code: 'takeover-of-self' } });
  expect(await of('s-1')).toMatchObject({ refusal: { code: 'takeover-of-session', state: 'waiting' } });
  expect(await of('GreenCastle-1')).toMatchObject({
    refusal: { code: 'participant-not-found', near: [stale.id] },
  });
});
