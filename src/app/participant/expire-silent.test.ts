import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { joinedAs } from '../../domain/participant/participant.ts';
import { heldReservation } from '../../domain/reservation/reservation.ts';
import { listLiveReservations } from '../reservation/live-reservations.ts';
import { type ExpireDeps, expireOthers, isGone } from './expire-silent.ts';
import { listPresences } from './list-presences.ts';
import type { Callers } from './participant-deps.ts';

const MINUTE = 60_000;
const T0 = 1_000 * MINUTE;
const journal = { at: T0, by: 'ann', note: '' };
const join = (baseName: string, pid: number) =>
  joinedAs({
    baseName,
    track: null,
    cli: null,
    conversationId: null,
    hostId: 'here',
    anchor: { pid, start: '1', boot: 'b' },
    workDir: `/work/${baseName}`,
    joinedAt: T0,
  });
const silent = join('GreenCastle', 1);
const caller = join('BlueLake', 2);

async function stage() {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const world = { alive: new Set<number>(), fileAt: null as number | null };
  const deps = {
    store,
    clock,
    hostId: 'here',
    by: 'ann',
    projectRoot: '/project',
    config: { reservations: { enforce: 'off' } },
    heldFile: { ensureGone: async () => {} },
    callers: {
      isAlive: async ({ pid }) => world.alive.has(pid),
      observe: async () => ({
        hostId: 'here',
        sessionId: null,
        participantId: caller.id,
        lineage: [],
        workDir: '/',
      }),
    } as Callers,
    workFolders: {
      observeActivity: async () => ({ fileAt: world.fileAt, gitAt: null, isPartial: false }),
      ensureRescued: async () => null,
    },
  } as unknown as ExpireDeps;
  for (const participant of [silent, caller])
    await store.commit([{ kind: 'add-participant', participant, journal }]);
  const reservation = heldReservation({
    number: 1,
    holder: silent.id,
    glob: 'src/**',
    isExclusive: true,
    reason: null,
    createdAt: T0,
    expiresAt: null,
  });
  await store.commit([{ kind: 'add-reservation', reservation, journal }]);
  const seen = async () => ({
    present: (await listPresences(deps)).map(({ baseName }) => baseName).toSorted(),
    binding: (await listLiveReservations(store, clock.at, (one) => isGone(deps, one))).length,
  });
  return { store, clock, world, deps, seen };
}

test('a look finds one that is silent with all evidence quiet gone, and changes nothing', async () => {
  const { store, clock, world, seen } = await stage();
  clock.at = T0 + 30 * MINUTE - 1;
  expect(await seen()).toMatchObject({ present: ['BlueLake', 'GreenCastle'], binding: 1 });
  clock.at = T0 + 30 * MINUTE;
  expect(await seen()).toEqual({ present: [], binding: 0 });
  world.alive.add(1);
  expect(await seen()).toEqual({ present: ['GreenCastle'], binding: 1 });
  world.alive.clear();
  world.fileAt = clock.at - 5 * MINUTE;
  expect(await seen()).toMatchObject({ present: ['BlueLake', 'GreenCastle'], binding: 1 });
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'active' });
});

test('what gives out things ends it first, without a supervisor, and spares the one who asks', async () => {
  const { store, clock, deps } = await stage();
  clock.at = T0 + 31 * MINUTE;
  await expireOthers(deps);
  expect(await store.findParticipant(silent.id)).toMatchObject({ state: 'ended', endReason: 'expired' });
  expect(await store.listReservations({ state: 'held' })).toEqual([]);
  expect(await store.findParticipant(caller.id)).toMatchObject({ state: 'active' });
});
