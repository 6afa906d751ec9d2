import type { GateSighting } from '../../domain/loop/gate-move.ts';
import { LOOPS_KEY, loopKey } from '../../domain/loop/names.ts';
import type { Gate, GateEnd, Gates } from '../../runtime/gate/gates.ts';

/** How many gates run side by side; they may be whole builds. */
export const MOST_GATES = 8;

/** A gate that a loop wants. What it says holds for one rest of its session, and for no other. */
export type GateOrder = Gate & Readonly<{ loopId: string; rest: string }>;

/** Runs gates beside the rounds, which only look whether they have ended. */
export interface GateRunner {
  observe(order: GateOrder): GateSighting;
  /** Does nothing where it runs or has ended already, or there is no place for it. */
  ensureBegun(order: GateOrder): void;
  /** What became of one that is over, as often as it is asked for. A fault is told once. */
  endOf(order: GateOrder): Promise<GateEnd>;
  /** Whatever else runs for this loop is ended, and whatever else has ended for it is forgotten. */
  ensureOnly(loopId: string, orders: readonly GateOrder[]): void;
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
  const isFull = (): boolean => [...kept.values()].filter(isRunning).length >= MOST_GATES;

  const noteEnd = (one: GateRun, state: 'over' | 'faulty'): void => {
    const wasFull = isFull();
    one.state = state;
    if (one.leaving.signal.aborted) kept.delete(one.order.name);
    if (stopping.signal.aborted) return;
    // Others may have waited for its place.
    wake(wasFull ? LOOPS_KEY : loopKey(one.order.loopId));
  };

  const drop = (one: GateRun): void => {
    if (isRunning(one)) one.leaving.abort();
    else kept.delete(one.order.name);
  };

  const observe = (order: GateOrder): GateSighting => {
    const one = kept.get(order.name);
    if (one) return !isRunning(one) && one.order.rest === order.rest ? 'over' : 'running';
    return stopping.signal.aborted || isFull() ? 'no-place' : 'absent';
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

  const ensureOnly = (loopId: string, orders: readonly GateOrder[]): void => {
    const wanted = new Set(orders.map(({ name, rest }) => `${name} ${rest}`));
    for (const one of kept.values()) {
      const { order } = one;
      if (order.loopId === loopId && !wanted.has(`${order.name} ${order.rest}`)) drop(one);
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
