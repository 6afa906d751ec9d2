import { holdsSlot, type SessionStep } from '../../src/domain/session/session.ts';
import type { Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { World } from './world.ts';

type Stretch = { ms: number; since: number | null };

/** A commit may be late by as much as the world lets pass within one call. */
const LATE_MS = 8 * 60_000;

/** How long each session has really worked, by a clock that no person sets. */
export class WorkTime {
  readonly #stretches = new Map<string, Stretch>();
  readonly #judge: Judge;
  readonly #world: World;

  constructor(judge: Judge, world: World) {
    this.#judge = judge;
    this.#world = world;
  }

  /** Whose run is out of time; what the run's own clock said is judged with the run. */
  #runOutOfTime: string | null = null;

  /** Looks at what a commit does before its sessions step. */
  begin(writes: readonly Write[]): void {
    const passed = writes.find(
      (write) => write.kind === 'add-run-fact' && write.kept.fact.is === 'deadline-passed',
    );
    this.#runOutOfTime = passed?.kind === 'add-run-fact' ? passed.kept.runId : null;
  }

  /** The row counts from when its writer looked at the clock; a process may be stopped before it commits. */
  follow({ from, to }: SessionStep, askedAt: number): void {
    const { now } = this.#world;
    const stretch = this.#stretches.get(from.id) ?? { ms: 0, since: null };
    const beganAt = stretch.since === null ? askedAt : now;
    if (stretch.since !== null) stretch.ms += now - stretch.since;
    stretch.since = holdsSlot(to.state) ? beganAt : null;
    this.#stretches.set(from.id, stretch);
    if (to.ending !== 'killed' || to.reason !== 'timeout' || from.ending !== null) return;
    if (from.runId !== null && from.runId === this.#runOutOfTime) return;
    const isDue = stretch.ms >= from.lifetimeMs - LATE_MS;
    this.#judge.demand(isDue, `${from.id} is killed for its time after ${stretch.ms} ms of work`);
  }
}
