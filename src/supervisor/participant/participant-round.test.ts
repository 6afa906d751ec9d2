import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec } from '../../../tests/store/rows.ts';
import { joinedAs } from '../../domain/participant/participant.ts';
import { heldReservation } from '../../domain/reservation/reservation.ts';
import { type ParticipantRoundDeps, reconcileParticipants } from './participant-round.ts';

const MINUTE = 60_000;
const T0 = 1_000 * MINUTE;
const journal = { at: T0, by: 'ann', note: '' };
const silent = joinedAs({
  baseName: 'GreenCastle',
  track: null,
  cli: null,
  conversationId: null,
  hostId: 'here',
  anchor: { pid: 1, start: '1', boot: 'b' },
  workDir: '/work',
  joinedAt: T0,
});

async function stage() {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const world = { isAlive: false, rescued: 0 };
  const deps = {
    store,
    clock,
    hostId: 'here',
    by: 'supervisor',
    projectRoot: '/project',
    config: { reservations: { enforce: 'off' } },
    heldFile: { ensureGone: async () => {} },
    callers: { isAlive: async () => world.isAlive },
    workFolders: {
      observeActivity: async () => ({ fileAt: null, gitAt: null, isPartial: false }),
      ensureRescued: async () => {
        world.rescued += 1;
        return null;
      },
    },
  } as unknown as ParticipantRoundDeps;
  const reserve = async (number: number, holder: string, expiresAt: number | null) =>
    store.commit([
      {
        kind: 'add-reservation',
        reservation: heldReservation({
          number,
          holder,
          glob: `src/${number}/**`,
          isExclusive: true,
          reason: null,
          createdAt: T0,
          expiresAt,
        }),
        journal,
      },
    ]);
  await store.commit([{ kind: 'add-participant', participant: silent, journal }]);
  const held = async () => (await store.listReservations({ state: 'held' })).map(({ glob }) => glob);
  return { store, clock, world, reserve, held, round: () => reconcileParticipants(deps) };
}

test('one that is silent past the window ends by itself, with what it held', async () => {
  const { store, clock, world, reserve, held, round } = await stage();
  await reserve(1, silent.id, null);
  clock.at = T0 + 29 * MINUTE;
  expect(await round()).toEqual({ restUntil: T0 + 30 * MINUTE });
  expect(await held()).toEqual(['src/1/**']);
  clock.at = T0 + 30 * MINUTE;
  await round();
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'ended', endReason: 'expired' });
  expect(await held()).toEqual([]);
  expect(world.rescued).toBe(1);
  expect(await round()).toEqual({ restUntil: null });
});

test('one whose process lives stays however silent it is, and is looked at again', async () => {
  const { store, clock, world, round } = await stage();
  world.isAlive = true;
  clock.at = T0 + 90 * MINUTE;
  expect(await round()).toEqual({ restUntil: clock.at + 5 * MINUTE });
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'active' });
});

test('a reservation whose time is over lapses, and the next one is waited for', async () => {
  const { clock, reserve, held, round } = await stage();
  await reserve(1, silent.id, T0 + MINUTE);
  await reserve(2, silent.id, T0 + 5 * MINUTE);
  expect(await round()).toEqual({ restUntil: T0 + MINUTE });
  clock.at = T0 + MINUTE;
  expect(await round()).toEqual({ restUntil: T0 + 5 * MINUTE });
  expect(await held()).toEqual(['src/2/**']);
});

test('a reservation lapses with the session that held it', async () => {
  const { store, reserve, held, round } = await stage();
  for (const [id, state] of [
    ['s-1', 'completed'],
    ['s-2', 'waiting'],
  ] as const) {
    await store.commit([{ kind: 'add-session', session: aSession({ id, state }), spec: aSpec(), journal }]);
  }
  await reserve(1, 's-1', null);
  await reserve(2, 's-2', null);
  await round();
  expect(await held()).toEqual(['src/2/**']);
});
