import { expect, test } from 'vitest';
import {
  aParticipant,
  aReservation,
  MINUTE,
  ParticipantWorld,
  JOINED_AT as T0,
} from '../../../tests/samples/participant.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { listLiveReservations } from '../reservation/live-reservations.ts';
import { expireOthers, isGone } from './expire-silent.ts';
import { listPresences } from './list-presences.ts';

const journal = { at: T0, by: 'ann', note: '' };
const silent = aParticipant('GreenCastle');
const caller = aParticipant('BlueLake', { anchor: { pid: 2, start: '1', boot: 'b' } });

async function stage() {
  const store = new OracleStore();
  const world = new ParticipantWorld();
  const deps = world.depsFor(store, { who: caller.id, by: 'ann' });
  for (const participant of [silent, caller])
    await store.commit([{ kind: 'add-participant', participant, journal }]);
  await store.commit([{ kind: 'add-reservation', reservation: aReservation(silent.id), journal }]);
  const seen = async () => ({
    present: (await listPresences(deps)).map(({ baseName }) => baseName).toSorted(),
    binding: (await listLiveReservations(store, world.at, (one) => isGone(deps, one))).length,
  });
  return { store, world, deps, seen };
}

test('a look finds one that is silent with all evidence quiet gone, and changes nothing', async () => {
  const { store, world, seen } = await stage();
  world.at = T0 + 30 * MINUTE - 1;
  expect(await seen()).toMatchObject({ present: ['BlueLake', 'GreenCastle'], binding: 1 });
  world.at = T0 + 30 * MINUTE;
  expect(await seen()).toEqual({ present: [], binding: 0 });
  world.alive.add(1);
  expect(await seen()).toEqual({ present: ['GreenCastle'], binding: 1 });
  world.alive.clear();
  world.activity = { fileAt: world.at - 5 * MINUTE, gitAt: null, isPartial: false };
  expect(await seen()).toMatchObject({ present: ['BlueLake', 'GreenCastle'], binding: 1 });
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'active' });
});

test('what gives out things ends it first, without a supervisor, and spares the one who asks', async () => {
  const { store, world, deps } = await stage();
  world.at = T0 + 31 * MINUTE;
  await expireOthers(deps);
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'ended', endReason: 'expired' });
  expect(await store.listReservations({ state: 'held' })).toEqual([]);
  expect(await store.findParticipant(caller.id)).toMatchObject({ state: 'active' });
});
