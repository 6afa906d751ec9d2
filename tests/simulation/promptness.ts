import { isOver } from '../../src/domain/session/session.ts';
import type { Judge } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

/** A little longer than from one sweep to the next. */
const MOST_MS = 65_000;

type Watched = Readonly<{ world: World; ledger: Ledger; judge: Judge }>;

/** In calm times nothing that an agent wrote lies unread for longer than until the next sweep. */
export class Promptness {
  readonly #watched: Watched;
  /** By attempt: up to where it was read, and for how long there has been more. */
  readonly #unread = new Map<string, Readonly<{ readTo: number; ms: number }>>();

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** So much time passed in which no agent had anything to do. */
  pass(ms: number): void {
    const { world, ledger, judge } = this.#watched;
    if (!world.isCalm) return;
    for (const session of ledger.sessions.values()) {
      if (isOver(session) || session.attempt === 0) continue;
      const { name, eventBytes, claim } = world.folder(session.id, session.attempt);
      const readTo = claim === null ? null : ledger.readBefore(name, eventBytes);
      const before = this.#unread.get(name);
      if (readTo === null) {
        this.#unread.delete(name);
        continue;
      }
      // What was read since the last time is not what lies there now.
      const unreadMs = before?.readTo === readTo ? before.ms + ms : ms;
      this.#unread.set(name, { readTo, ms: unreadMs });
      judge.demand(unreadMs <= MOST_MS, `what ${name} wrote lay unread for ${Math.round(unreadMs / 1000)} s`);
    }
  }
}
