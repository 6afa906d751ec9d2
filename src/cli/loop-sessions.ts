import type { Outcome } from '../domain/outcome.ts';
import type { LoopRow } from '../views/loop-picture.ts';
import { isLive, type SessionView, usageOf } from '../views/session-view.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';

/** Sessions that are over and still have a row; a loop may have thousands. */
const MOST_OVER = 100;

/** The sessions of a loop that a follower has heard of, each as it was seen last. */
export class LoopSessions {
  readonly #rows = new Map<string, LoopRow | null>();
  readonly #dropped = new Set<string>();
  #droppedUsd = 0;

  /** One that it may not have heard of yet. */
  add(sessionId: string): void {
    if (!this.#rows.has(sessionId) && !this.#dropped.has(sessionId)) this.#rows.set(sessionId, null);
  }

  /** Looks again at those that are not over. */
  async refresh(host: Host): Promise<Outcome<null>> {
    for (const [sessionId, row] of this.#rows) {
      if (row !== null && !isLive(row.session)) continue;
      const seen = await host.ask('session.show', { sessionId });
      // One that was cleaned away meanwhile has nothing more to show.
      if (seen.ok) this.#rows.set(sessionId, rowOf(seen.value));
      else if (seen.refusal.code === 'session-not-found') this.#rows.delete(sessionId);
      else return seen;
    }
    this.#dropOldest();
    return answered(null);
  }

  rows(): readonly LoopRow[] {
    return [...this.#rows.values()].filter((row) => row !== null);
  }

  costUsd(): number {
    return this.rows().reduce((sum, { costUsd }) => sum + costUsd, this.#droppedUsd);
  }

  #dropOldest(): void {
    const over = this.rows().filter(({ session }) => !isLive(session));
    for (const { session, costUsd } of over.slice(0, Math.max(0, over.length - MOST_OVER))) {
      this.#rows.delete(session.id);
      this.#dropped.add(session.id);
      this.#droppedUsd += costUsd;
    }
  }
}

const rowOf = ({ session, attempts, questions }: SessionView): LoopRow => ({
  session,
  costUsd: usageOf(attempts).costUsd,
  question: questions.find(({ state }) => state === 'open') ?? null,
});
