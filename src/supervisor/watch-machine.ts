import { PROJECT_KEY } from '../domain/loop/names.ts';
import type { NextRound } from './deps.ts';
import type { SupervisionDeps } from './supervise.ts';

type Round = (key: string) => Promise<NextRound>;

export type MachineWatch = Readonly<{
  /** The same round, which begins with rows that fit the clock. */
  onTime: (round: Round) => Round;
  lookAtClock: () => Promise<void>;
  lookForRoom: () => Promise<void>;
}>;

/** Minds the clock and the disk of this machine, and wakes all when one of them lets work go on. */
export function watchMachine(deps: SupervisionDeps, wake: (key: string) => void): MachineWatch {
  const { clock, room } = deps;
  const tell = (hasMoved: boolean): void => {
    if (!hasMoved) return;
    deps.log('warn', 'the clock jumped, or the machine stood still: leases and limits were moved along');
    wake(PROJECT_KEY);
  };
  return {
    onTime: (round) => {
      const settled: Round = async (key) => {
        tell(await clock.settle());
        return round(key);
      };
      return (key) => (clock.isFitting() ? round(key) : settled(key));
    },
    lookAtClock: async () => tell(await clock.keep()),
    lookForRoom: async () => {
      const since = await room.look();
      if (since === null) return;
      wake(PROJECT_KEY);
      await noteRoom(deps, since);
    },
  };
}

/** For the person who wonders later why nothing was started. */
async function noteRoom({ store, clock, by }: SupervisionDeps, since: number): Promise<void> {
  const at = clock.now();
  const note = `the disk was full since ${new Date(since).toISOString()}: no agent was started`;
  await store.commit([
    { kind: 'add-note', sessionId: null, event: 'disk-was-full', journal: { at, by, note } },
  ]);
}
