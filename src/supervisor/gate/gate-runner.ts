import type { GateObservation } from '../../domain/loop/gate-move.ts';
import type { Gate, GateEnd, Gates } from '../../runtime/gate/gates.ts';

/** How many gates run side by side; they may be whole builds. */
export const MOST_GATES = 8;

/**
 * A gate that a loop or a run wants: `owner` is the key that is woken. What it says holds for one rest of its
 * session, and for no other.
 */
export type GateOrder = Gate & Readonly<{ owner: string; rest: string }>;

/** Runs gates beside the rounds, which only look whether they have ended. */
export interface GateRunner {
  observe(order: GateOrder): GateObservation;
  /** Does nothing where it runs or has ended already, or no slot is free. */
  ensureBegun(order: GateOrder): void;
  /** What became of one that is over, as often as it is asked for. A fault is told once. */
  endOf(order: GateOrder): Promise<GateEnd>;
  /** Whatever else runs for this owner is ended, and whatever else has ended for it is forgotten. */
  ensureOnly(owner: string, orders: readonly GateOrder[]): void;
  /** Ends all of them. What they would have said is lost; the next supervisor runs them again. */
  stop(): Promise<void>;
}

type GateRun = {
  readonly order: GateOrder;
  readonly end: Promise<GateEnd>;
  readonly leaving: AbortController;
  state: 'running' | 'over' | 'faulty';
};

export function createGateRunner(gates: Gates, wake: (key: string) => void): GateRunner {
  /** By the name of the gate: two of the same would write into the same log. */
  const kept = new Map<string, GateRun>();
  const stopping = new AbortController();
  /** Who found no slot free. */
  const waiting = new Set<string>();
  const isFull = (): boolean => [...kept.values()].filter(isRunning).length >= MOST_GATES;

  const noteEnd = (one: GateRun, state: 'over' | 'faulty'): void => {
    one.state = state;
    if (one.leaving.signal.aborted) kept.delete(one.order.name);
    if (stopping.signal.aborted) return;
    for (const owner of new Set([one.order.owner, ...waiting])) wake(owner);
    waiting.clear();
  };

  const drop = (one: GateRun): void => {
    if (isRunning(one)) one.leaving.abort();
    else kept.delete(one.order.name);
  };

  const observe = (order: GateOrder): GateObservation => {
    const one = kept.get(order.name);
    if (one) return !isRunning(one) && one.order.rest === order.rest ? 'over' : 'running';
    if (!stopping.signal.aborted && !isFull()) return 'absent';
    waiting.add(order.owner);
    return 'no-slot';
  };

  const ensureBegun = (order: GateOrder): void => {
    if (observe(order) !== 'absent') return;
    const leaving = new AbortController();
    const end = gates.run(order, leaving.signal);
    const one: GateRun = { order, end, leaving, state: 'running' };
    kept.set(order.name, one);
    end.then(
      () => noteEnd(one, 'over'),
      () => noteEnd(one, 'faulty'),
    );
  };

  const endOf = async (order: GateOrder): Promise<GateEnd> => {
    const one = kept.get(order.name);
    if (!one) throw new Error(`the gate of ${order.name} was not run`);
    if (one.state === 'faulty') kept.delete(order.name);
    return one.end;
  };

  const ensureOnly = (owner: string, orders: readonly GateOrder[]): void => {
    const wanted = new Set(orders.map(({ name, rest }) => `${name} ${rest}`));
    for (const one of kept.values()) {
      const { order } = one;
      if (order.owner === owner && !wanted.has(`${order.name} ${order.rest}`)) drop(one);
    }
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    const running = [...kept.values()].filter(isRunning);
    for (const { leaving } of running) leaving.abort();
    await Promise.allSettled(running.map(({ end }) => end));
  };

  return { observe, ensureBegun, endOf, ensureOnly, stop };
}

const isRunning = ({ state }: GateRun): boolean => state === 'running';
