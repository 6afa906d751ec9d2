import type { Config } from '../../src/contract/config.ts';
import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import {
  type Amount,
  dayAccount,
  dayOf,
  type Limits,
  minus,
  NOTHING,
  plus,
  raceAccount,
  sessionAccount,
  toMicroUsd,
  UNITS,
} from '../../src/domain/budget/account.ts';
import { reservedOf, spentOf } from '../../src/domain/budget/charge.ts';
import type { Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { World } from './world.ts';

/** The most that one turn of a simulated agent costs. */
export const TURN_MICRO_USD = 1_000_000;

/** Follows what may be spent and what is, without a look at the accounts. */
export class Money {
  readonly #limits = new Map<string, Limits>();
  readonly #ancestors = new Map<string, readonly string[]>();
  readonly #spent = new Map<string, Amount>();
  readonly #raised = new Map<string, Amount>();
  /** What sessions spent in turns that Swarm did not hand over, by session. */
  readonly #unasked = new Map<string, number>();
  readonly #attempts = new Map<string, Attempt>();
  /** Which account a session has for itself, or with all of its race. */
  readonly #owners = new Map<string, string>();
  readonly #day: Limits;
  readonly #judge: Judge;
  readonly #world: World;

  constructor(judge: Judge, world: World, { budget }: Config) {
    this.#judge = judge;
    this.#world = world;
    this.#day = limitsOf(budget.dayUsd, budget.dayTokens);
  }

  follow(writes: readonly Write[]): void {
    const admitted = writes.flatMap((write) => this.#followWrite(write));
    for (const attempt of admitted) this.#checkAdmission(attempt);
  }

  /** Gives back the attempt that a turn was admitted to by this write, if it was one. */
  #followWrite(write: Write): Attempt[] {
    switch (write.kind) {
      case 'add-session': {
        const { id, raceId } = write.session;
        const { budgetUsd, budgetTokens } = write.spec;
        const account = raceId === null ? sessionAccount({ id }) : raceAccount(raceId);
        this.#owners.set(id, account);
        if (raceId === null) this.#limits.set(account, limitsOf(budgetUsd, budgetTokens));
        this.#ancestors.set(id, write.session.ancestors);
        return [];
      }
      case 'add-race': {
        const { budgetUsd, budgetTokens } = write.race.policy;
        this.#limits.set(raceAccount(write.race.id), limitsOf(budgetUsd, budgetTokens));
        return [];
      }
      case 'raise-account':
        add(this.#raised, write.account, write.amount);
        return [];
      case 'add-attempt':
        this.#attempts.set(nameOf(write.attempt), write.attempt);
        return hasReservation(write.attempt) ? [write.attempt] : [];
      case 'save-attempt':
        this.#attempts.set(nameOf(write.from), write.to);
        this.#followSpending(write.from, write.to);
        return hasReservation(write.to) && !hasReservation(write.from) ? [write.to] : [];
      default:
        return [];
    }
  }

  #followSpending(from: Attempt, to: Attempt): void {
    const isLost = to.endedAt !== null && to.heardAt !== null;
    const spent = plus(minus(spentOf(to), spentOf(from)), isLost ? reservedOf(from) : NOTHING);
    for (const account of this.#accountsOf(from, from.reservedDay ?? dayOf(this.#world.wall()))) {
      add(this.#spent, account, spent);
    }
    if (hasReservation(from)) return;
    this.#unasked.set(from.sessionId, (this.#unasked.get(from.sessionId) ?? 0) + spent.microUsd);
  }

  /** A turn begins only where all that is spent, and all that turns in progress may spend, fits. */
  #checkAdmission(attempt: Attempt): void {
    const { reservedDay } = attempt;
    const claimed = reservedOf(attempt);
    for (const account of this.#accountsOf(attempt, reservedDay ?? '')) {
      const limits = this.#limits.get(account) ?? this.#day;
      const spent = this.#spent.get(account) ?? NOTHING;
      const reserved = this.#reservedIn(account);
      for (const unit of UNITS) {
        const limit = limits?.[unit] ?? null;
        if (limit === null || claimed[unit] === 0) continue;
        const most = limit + (this.#raised.get(account) ?? NOTHING)[unit];
        const used = `${spent[unit]} are spent and ${reserved[unit]} set aside`;
        const claim = `${account} allows ${most} ${unit}; ${used}`;
        this.#judge.demand(spent[unit] + reserved[unit] <= most, claim);
      }
    }
  }

  #accountsOf({ sessionId }: Attempt, day: string): readonly string[] {
    const own = this.#owners.get(sessionId) ?? sessionAccount({ id: sessionId });
    const above = (this.#ancestors.get(sessionId) ?? []).map((id) => this.#owners.get(id) ?? '');
    return [own, ...above, dayAccount(day)];
  }

  #reservedIn(account: string): Amount {
    return [...this.#attempts.values()]
      .filter((one) => this.#accountsOf(one, one.reservedDay ?? '').includes(account))
      .reduce((sum, one) => plus(sum, reservedOf(one)), NOTHING);
  }

  /** What agents really spent passes no budget by more than the one turn in progress, of each who pays. */
  judge(): void {
    for (const [account, { microUsd: limit }] of this.#limits) {
      if (limit === null) continue;
      const payers = [...this.#owners].flatMap(([id, owner]) => (owner === account ? [id] : []));
      const folders = [...this.#world.folders.values()].filter((one) => payers.includes(one.sessionId));
      const spent = folders.reduce((sum, one) => sum + toMicroUsd(one.reported.costUsd + one.untoldUsd), 0);
      const raised = (this.#raised.get(account) ?? NOTHING).microUsd;
      const unasked = payers.reduce((sum, id) => sum + (this.#unasked.get(id) ?? 0), 0);
      const most = limit + raised + payers.length * TURN_MICRO_USD + unasked;
      this.#judge.demand(spent <= most, `${account} spent ${spent} of ${limit} and ${raised} more`);
    }
  }
}

const limitsOf = (usd: number | null, tokens: number | null): Limits => ({
  microUsd: usd === null ? null : toMicroUsd(usd),
  tokens,
});

const nameOf = ({ sessionId, number }: Attempt): string => `${sessionId}/${number}`;
const hasReservation = ({ reservedDay }: Attempt): boolean => reservedDay !== null;

function add(sums: Map<string, Amount>, account: string, amount: Amount): void {
  sums.set(account, plus(sums.get(account) ?? NOTHING, amount));
}
