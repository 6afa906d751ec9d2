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
  readonly #unreadMs = new Map<string, number>();

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
      const isUnread = claim !== null && ledger.isOpenAt(name, eventBytes);
      const unreadMs = isUnread ? (this.#unreadMs.get(name) ?? 0) + ms : 0;
      this.#unreadMs.set(name, unreadMs);
      judge.demand(unreadMs <= MOST_MS, `what ${name} wrote lay unread for ${Math.round(unreadMs / 1000)} s`);
    }
  }
}
