import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeOverParticipant } from '../../src/app/participant/take-over-participant.ts';
import type { Store } from '../../src/store/store.ts';
import { reconcileParticipants } from '../../src/supervisor/participant/participant-round.ts';
import {
  aParticipant,
  aReservation,
  MINUTE,
  ParticipantWorld,
  JOINED_AT as T0,
} from '../samples/participant.ts';
import { aWork } from '../samples/work.ts';
import { OracleStore } from '../store/oracle.ts';

const NOW = T0 + 31 * MINUTE;
const journal = { at: T0, by: 'ann', note: '' };

const joining = (baseName: string, pid: number, joinedAt: number) =>
  aParticipant(baseName, { anchor: { pid, start: '1', boot: 'b' }, joinedAt });
const holder = joining('Holder', 1, T0);
const takers = [joining('One', 2, NOW), joining('Two', 3, NOW)];

async function silentHolder(): Promise<OracleStore> {
  const store = new OracleStore();
  await store.commit([
    { kind: 'add-participant', participant: holder, journal },
    ...takers.map((participant) => ({ kind: 'add-participant', participant, journal }) as const),
    { kind: 'add-reservation', reservation: aReservation(holder.id), journal },
    { kind: 'add-work', work: aWork({ id: 'w' }), journal },
  ]);
  const claim = { holder: holder.id, at: T0, until: NOW + 60 * MINUTE, sessionId: null };
  await store.commit([{ kind: 'claim-next', claim, filter: {}, journal }]);
  return store;
}

/** The same store, each of whose calls waits for its turn. */
const inTurns = (store: OracleStore, turns: fc.Scheduler): Store =>
  new Proxy(store, {
    get: (target, name) => {
      const found = Reflect.get(target, name) as unknown;
      if (typeof found !== 'function') return found;
      return async (...words: unknown[]) => {
        await turns.schedule(Promise.resolve(), String(name));
        return Reflect.apply(found, target, words) as unknown;
      };
    },
  }) as unknown as Store;

/** `dies`: the process of this taker is killed while it saves the work. */
function depsFor(store: Store, who: string | null, dies = false) {
  const world = new ParticipantWorld();
  world.at = NOW;
  world.onRescue = async () => {
    if (dies) throw new Error('killed');
    return null;
  };
  return world.depsFor(store, { who });
}

test('two who take over, a round that expires and a holder that wakes up leave one outcome', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), fc.boolean(), async (turns, wakes, dies) => {
      const rows = await silentHolder();
      const store = inTurns(rows, turns);
      const take = (index: number) =>
        takeOverParticipant(depsFor(store, takers[index]?.id ?? null, dies && index === 0), {
          participant: holder.id,
          yes: true,
        });
      const wake = async (): Promise<boolean> =>
        (await store.commit([{ kind: 'see-participant', participantId: holder.id, at: NOW }])).saved;
      const all = Promise.allSettled([
        take(0),
        take(1),
        reconcileParticipants(depsFor(store, null)),
        ...(wakes ? [wake()] : []),
      ]);
      await turns.waitFor(all);
      const [one, two, , woke] = await all;

      const winners = [one, two].flatMap((tried, index) =>
        tried?.status === 'fulfilled' &&
        typeof tried.value === 'object' &&
        'ok' in tried.value &&
        tried.value.ok
          ? [takers[index]?.id]
          : [],
      );
      const end = await rows.findParticipant(holder.id);
      const work = await rows.findWork('w');
      const held = await rows.listReservations({ state: 'held' });
      const isAwake = woke?.status === 'fulfilled' && woke.value === true;
      outcomes.add(isAwake ? 'kept' : (end?.endReason ?? 'none'));
      expect(end?.state).toBe(isAwake ? 'active' : 'ended');
      expect(winners).toEqual(end?.endReason === 'taken-over' ? [end.takenBy] : []);
      expect(held).toHaveLength(isAwake ? 1 : 0);
      expect(work).toMatchObject(
        isAwake ? { state: 'claimed', holder: holder.id, fence: 1 } : { state: 'queued', fence: 2 },
      );
    }),
    { numRuns: 400 },
  );
  expect([...outcomes].sort()).toEqual(['expired', 'kept', 'taken-over']);
});
