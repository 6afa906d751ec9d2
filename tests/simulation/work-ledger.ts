import { hasLiveLease } from '../../src/domain/queue/lease.ts';
import { standingOf } from '../../src/domain/queue/standing.ts';
import { stepWork, type WorkItem, type WorkStep } from '../../src/domain/queue/work-item.ts';
import type { Store, Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { World } from './world.ts';

type WorkLedgerDeps = Readonly<{ judge: Judge; world: World }>;

/** Follows every commit that concerns work in the queue. */
export class WorkLedger {
  readonly rows = new Map<string, WorkItem>();
  /** The session that completed for it, where a loop said that it is done. */
  readonly good = new Map<string, string>();
  /** Work that a person has changed: claims by hand may let it be done twice. */
  readonly #touched = new Set<string>();
  readonly #deps: WorkLedgerDeps;

  constructor(deps: WorkLedgerDeps) {
    this.#deps = deps;
  }

  follow(writes: readonly Write[]): void {
    for (const write of writes) {
      if (write.kind === 'add-work') this.#add(write.work);
      if (write.kind !== 'step-work') continue;
      if (write.journal.by !== 'supervisor') this.#touched.add(write.step.to.id);
      this.#followStep(write.step);
    }
  }

  /** Leases were moved along with the clock. */
  async reread(store: Store): Promise<void> {
    for (const id of this.rows.keys()) {
      const row = await store.findWork(id);
      if (row) this.rows.set(id, row);
    }
  }

  isTouched(workId: string): boolean {
    return this.#touched.has(workId);
  }

  noteGood(workId: string, sessionId: string): void {
    const first = this.good.get(workId) ?? sessionId;
    this.good.set(workId, first);
    this.#demand(first === sessionId, `${workId} was done by ${first} and by ${sessionId}`);
  }

  standingAt(work: WorkItem, at: number): ReturnType<typeof standingOf> {
    return standingOf(work, new Map([...this.rows.values()].map(({ id, state }) => [id, state])), at);
  }

  #demand(holds: boolean, claim: string): void {
    this.#deps.judge.demand(holds, claim);
  }

  #add(work: WorkItem): void {
    this.#demand(!this.rows.has(work.id), `${work.id} was added twice`);
    this.rows.set(work.id, work);
  }

  #followStep({ from, event, to }: WorkStep): void {
    const known = this.rows.get(from.id);
    const at = to.updatedAt;
    const name = `${event} of ${from.id}`;
    const isFresh =
      known?.version === from.version && known.fence === from.fence && known.holder === from.holder;
    this.#demand(isFresh, `${name} was decided on an old row`);
    const legal = stepWork(from, event, { at });
    this.#demand(legal.ok && legal.value.to.state === to.state, `${name} is not in the machine`);
    this.#demand(to.fence >= from.fence, `${name} took its number back`);
    if (event === 'claim') this.#followClaim(from, to);
    const isKept = !hasLiveLease(from, at) || to.state !== 'claimed' || to.holder === from.holder;
    this.#demand(isKept, `${name}: ${from.holder} holds it, and ${to.holder} too`);
    this.rows.set(to.id, to);
  }

  #followClaim(from: WorkItem, to: WorkItem): void {
    const at = to.updatedAt;
    const name = `the claim of ${to.id} by ${to.holder}`;
    this.#demand(to.fence > from.fence, `${name} has no number of its own`);
    this.#demand(!hasLiveLease(from, at), `${name} takes it from ${from.holder}`);
    if (to.holder !== from.holder) {
      const standing = this.standingAt(from, at);
      // A deadline may pass between the look and the claim.
      const isDue = standing === 'ready' || standing === 'overdue';
      return this.#demand(isDue, `${name} came when it was ${standing}`);
    }
    const { calmSince, wallShift } = this.#deps.world;
    this.#demand(
      from.updatedAt < calmSince + wallShift,
      `${name}: the lease ran out, and nothing had gone wrong`,
    );
  }
}
