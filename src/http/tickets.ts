/** What a ticket lets its holder open. */
export type Ticket = Readonly<{ sessionId: string; mayType: boolean }>;

type Making = Readonly<{ now: () => number; makeSecret: () => string }>;

const LIFETIME_MS = 30_000;
const MOST = 1_000;

/** Tickets for terminals: each counts once, and for half a minute. */
export class Tickets {
  readonly #making: Making;
  readonly #open = new Map<string, Readonly<{ ticket: Ticket; until: number }>>();

  constructor(making: Making) {
    this.#making = making;
  }

  /** Null when too many are open. */
  issue(ticket: Ticket): string | null {
    const now = this.#making.now();
    for (const [secret, { until }] of this.#open) if (until <= now) this.#open.delete(secret);
    if (this.#open.size >= MOST) return null;
    const secret = this.#making.makeSecret();
    this.#open.set(secret, { ticket, until: now + LIFETIME_MS });
    return secret;
  }

  take(secret: string): Ticket | null {
    const found = this.#open.get(secret);
    this.#open.delete(secret);
    return found !== undefined && found.until > this.#making.now() ? found.ticket : null;
  }
}
