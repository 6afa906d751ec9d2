import type { Plan } from './plan.ts';

/** For each node, the nodes that come before it. */
export type Edges = readonly (readonly number[])[];

/** Tasks by their places in the plan, and what each of them waits for. Unknown names are left out. */
export type PlanGraph = Readonly<{
  indexOf: ReadonlyMap<string, number>;
  needs: Edges;
  /** The second waits for the first, at once or by way of others. */
  isBefore(first: number, second: number): boolean;
}>;

export function graphOf({ tasks }: Pick<Plan, 'tasks'>): PlanGraph {
  const indexOf = new Map<string, number>();
  for (const [index, { id }] of tasks.entries()) if (!indexOf.has(id)) indexOf.set(id, index);
  const needs = tasks.map(({ dependencies }, index) =>
    dependencies.flatMap((id) => {
      const other = indexOf.get(id);
      return other === undefined || other === index ? [] : [other];
    }),
  );
  const before = lazily(() => ancestorsOf(needs));
  const isBefore = (first: number, second: number): boolean =>
    needs[second]?.includes(first) || (before()[second]?.has(first) ?? false);
  return { indexOf, needs, isBefore };
}

/** The wave of each node: 0 for one that waits for nothing; none for what is in a cycle, or behind one. */
export function wavesOf(needs: Edges): readonly (number | null)[] {
  const waves = new Array<number | null>(needs.length).fill(null);
  for (const index of inOrder(needs)) {
    const before = (needs[index] ?? []).map((need) => waves[need] ?? 0);
    waves[index] = Math.max(-1, ...before) + 1;
  }
  return waves;
}

/** The nodes of one cycle, each before the one that waits for it; empty when there is none. */
export function findCycle(needs: Edges): readonly number[] {
  const free = new Set(inOrder(needs));
  const start = needs.findIndex((_, index) => !free.has(index));
  if (start < 0) return [];
  const way: number[] = [];
  const seen = new Map<number, number>();
  // Behind every node that is not free stands another one, so the way back must meet itself.
  for (let at = start; !seen.has(at); at = (needs[at] ?? []).find((need) => !free.has(need)) ?? start) {
    seen.set(at, way.length);
    way.push(at);
  }
  const last = way.at(-1) ?? start;
  const entry = (needs[last] ?? []).find((need) => !free.has(need)) ?? start;
  return way.slice(seen.get(entry) ?? 0).reverse();
}

/** The way that takes longest, and how long; empty while there is a cycle. */
export function criticalPath(
  needs: Edges,
  costs: readonly number[],
): Readonly<{ way: readonly number[]; cost: number }> {
  const total = new Array<number>(needs.length).fill(0);
  const cameFrom = new Array<number | null>(needs.length).fill(null);
  for (const index of inOrder(needs)) {
    for (const need of needs[index] ?? []) {
      if (cameFrom[index] === null || (total[need] ?? 0) > (total[cameFrom[index] ?? 0] ?? 0)) {
        cameFrom[index] = need;
      }
    }
    total[index] = (costs[index] ?? 0) + (total[cameFrom[index] ?? -1] ?? 0);
  }
  const cost = Math.max(0, ...total);
  const way: number[] = [];
  const last = total.indexOf(cost);
  for (let at: number | null = last < 0 ? null : last; at !== null; at = cameFrom[at] ?? null)
    way.unshift(at);
  return { way, cost };
}

/** Every node after all that it waits for; what no order can hold is left out. */
function inOrder(needs: Edges): readonly number[] {
  const waiting = needs.map((list) => new Set(list).size);
  const after = needs.map((): number[] => []);
  for (const [index, list] of needs.entries()) for (const need of new Set(list)) after[need]?.push(index);
  const order = needs.flatMap((_, index) => (waiting[index] === 0 ? [index] : []));
  for (let at = 0; at < order.length; at++) {
    for (const next of after[order[at] ?? -1] ?? []) {
      const left = (waiting[next] ?? 0) - 1;
      waiting[next] = left;
      if (left === 0) order.push(next);
    }
  }
  return order;
}

function ancestorsOf(needs: Edges): readonly ReadonlySet<number>[] {
  const sets = needs.map(() => new Set<number>());
  for (const index of inOrder(needs)) {
    const own = sets[index];
    for (const need of needs[index] ?? []) {
      own?.add(need);
      for (const further of sets[need] ?? []) own?.add(further);
    }
  }
  return sets;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
