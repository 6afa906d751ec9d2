import { expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec } from '../../../tests/store/rows.ts';
import { TakeoverAnswer } from '../../contract/answer/takeover.ts';
import { joinedAs, type Participant } from '../../domain/participant/participant.ts';
import { heldReservation } from '../../domain/reservation/reservation.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { FolderActivity } from '../../runtime/workspace/work-folders.ts';
import type { Write } from '../../store/store.ts';
import { type TakeoverDeps, takeOverParticipant, takeOverParticipantVerb } from './take-over-participant.ts';

const MINUTE = 60_000;
const T0 = 1_000 * MINUTE;
const journal = { at: T0, by: 'ann', note: '' };

const participant = (baseName: string, pid: number, more: Partial<Participant> = {}): Participant => ({
  ...joinedAs({
    baseName,
    track: null,
    cli: 'claude',
    conversationId: null,
    hostId: 'here',
    anchor: { pid, start: '1', boot: 'b' },
    workDir: `/work/${baseName}`,
    joinedAt: T0,
  }),
  ...more,
});

const stale = participant('GreenCastle', 1);
const taker = participant('BlueLake', 2, { joinedAt: T0 + 11 * MINUTE, seenAt: T0 + 11 * MINUTE });

/** A participant that joined, reserved a file and claimed an item, and another that has just come. */
async function stage() {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const world = {
    alive: new Set([2]),
    activity: { fileAt: null, gitAt: null, isPartial: false } as FolderActivity,
    rescued: [] as string[],
    onRescue: async (): Promise<void> => {},
  };
  const commit = (...writes: Write[]) => store.commit(writes);
  await commit({ kind: 'add-participant', participant: stale, journal });
  const held = { number: 1, holder: stale.id, glob: 'src/**', isExclusive: true, reason: null };
  await commit({
    kind: 'add-reservation',
    reservation: heldReservation({ ...held, createdAt: T0, expiresAt: null }),
    journal,
  });
  await commit({ kind: 'add-work', work: aWork({ id: 'bd-201' }), journal });
  const claim = { holder: stale.id, at: T0, until: T0 + 60 * MINUTE, sessionId: null };
  await commit({ kind: 'claim-next', claim, filter: {}, journal });
  clock.at = T0 + 12 * MINUTE;
  await commit({ kind: 'add-participant', participant: taker, journal });
  const depsOf = (who: Participant | null): TakeoverDeps =>
    ({
      store,
      clock,
      hostId: 'here',
      by: 'ann',
      projectRoot: '/project',
      config: { reservations: { enforce: 'off' } },
      heldFile: { ensureGone: async () => {} },
      callers: {
        observe: async () => ({
          hostId: 'here',
          sessionId: null,
          participantId: who?.id ?? null,
          lineage: [],
          workDir: '/project',
        }),
        isAlive: async ({ pid }: { pid: number }) => pid !== 2 && world.alive.has(pid),
      },
      workFolders: {
        observeActivity: async () => world.activity,
        ensureRescued: async ({ participantId }: { participantId: string }) => {
          world.rescued.push(participantId);
          await world.onRescue();
          return { ref: `refs/swarm/rescue/${participantId}/1` } as Rescue;
        },
        listConflicts: async () => [],
      },
    }) as unknown as TakeoverDeps;
  const take = (who: Participant | null = taker, yes = true) =>
    takeOverParticipant(depsOf(who), { participant: stale.id, yes });
  return { store, clock, world, take, depsOf };
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
  const { clock, store, take, world } = await stage();
  world.activity = { fileAt: clock.at - MINUTE, gitAt: null, isPartial: false };
  expect(await take()).toMatchObject({ refusal: { code: 'takeover-refused' } });
  const mate = participant('RedFox', 3, { workDir: `${stale.workDir}/src`, seenAt: clock.at });
  await store.commit([{ kind: 'add-participant', participant: mate, journal }]);
  expect(await take()).toMatchObject({ ok: true });
});

test('a holder that wakes up while its work is saved keeps everything', async () => {
  const { clock, store, take, world } = await stage();
  world.onRescue = async () => {
    await store.commit([{ kind: 'see-participant', participantId: stale.id, at: clock.at }]);
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
