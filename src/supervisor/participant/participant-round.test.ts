import { expect, test } from 'vitest';
import {
  aParticipant,
  aReservation,
  MINUTE,
  ParticipantWorld,
  JOINED_AT as T0,
} from '../../../tests/samples/participant.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec } from '../../../tests/store/rows.ts';
import { reconcileParticipants } from './participant-round.ts';

const journal = { at: T0, by: 'ann', note: '' };
const silent = aParticipant('GreenCastle');

async function stage() {
  const store = new OracleStore();
  const world = new ParticipantWorld();
  const reserve = async (number: number, holder: string, expiresAt: number | null) =>
    store.commit([
      {
        kind: 'add-reservation',
        reservation: aReservation(holder, { number, glob: `src/${number}/**`, expiresAt }),
        journal,
      },
    ]);
  await store.commit([{ kind: 'add-participant', participant: silent, journal }]);
  const held = async () => (await store.listReservations({ state: 'held' })).map(({ glob }) => glob);
  return { store, world, reserve, held, round: () => reconcileParticipants(world.depsFor(store)) };
}

test('one that is silent past the window ends by itself, with what it held', async () => {
  const { store, world, reserve, held, round } = await stage();
  await reserve(1, silent.id, null);
  world.at = T0 + 29 * MINUTE;
  expect(await round()).toEqual({ restUntil: T0 + 30 * MINUTE });
  expect(await held()).toEqual(['src/1/**']);
  world.at = T0 + 30 * MINUTE;
  await round();
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'ended', endReason: 'expired' });
  expect(await held()).toEqual([]);
  expect(world.rescued).toEqual([silent.id]);
  expect(await round()).toEqual({ restUntil: null });
});

test('one whose process lives stays however silent it is, and is looked at again', async () => {
  const { store, world, round } = await stage();
  world.alive.add(1);
  world.at = T0 + 90 * MINUTE;
  expect(await round()).toEqual({ restUntil: world.at + 5 * MINUTE });
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'active' });
});

test('a reservation whose time is over lapses, and the next one is waited for', async () => {
  const { world, reserve, held, round } = await stage();
  await reserve(1, silent.id, T0 + MINUTE);
  await reserve(2, silent.id, T0 + 5 * MINUTE);
  expect(await round()).toEqual({ restUntil: T0 + MINUTE });
  world.at = T0 + MINUTE;
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
