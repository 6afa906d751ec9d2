import type { HostClock } from '../../src/domain/clock/host-clock.ts';
import type { Write } from '../../src/store/store.ts';
import { note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

const clockOf = ({ a, b }: Seedling, version: number): HostClock => ({
  hostId: one(a, 'host', 'other'),
  version,
  boot: one(b, 'b1', 'b2'),
  wall: T0 + b,
  steady: b,
});

/** Writes about the clocks of hosts: some of them about one that was never seen. */
export const GROW_CLOCKS: Record<'save-clock' | 'skip-time', (seedling: Seedling) => Write> = {
  'save-clock': (seedling) => {
    const version = seedling.c % 4;
    const from = version === 0 ? null : clockOf(seedling, version);
    return { kind: 'save-clock', from, to: clockOf(seedling, version + 1) };
  },
  'skip-time': (seedling) => {
    const ms = (seedling.b - 30) * 1_000;
    const hostId = one(seedling.a, 'host', 'other');
    const before = T0 + seedling.c - 30;
    const leaseMs = seedling.c % 3 === 0 ? 0 : ms;
    return { kind: 'skip-time', hostId, ms, leaseMs, before, journal: note(seedling) };
  },
};
