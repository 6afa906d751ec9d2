export type Needing = Readonly<{ id: string; needs: readonly string[] }>;

/** All items of a cycle of needs, and those that wait for one. Empty: all can be done. */
export function findCircular(all: readonly Needing[]): ReadonlySet<string> {
  const stuck = new Set(all.map(({ id }) => id));
  const open = new Map(all.map(({ id, needs }) => [id, ownNeeds(needs, stuck).length]));
  const waiting = new Map<string, string[]>();
  for (const { id, needs } of all) {
    for (const need of ownNeeds(needs, stuck)) waitersOf(waiting, need).push(id);
  }
  const free = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    stuck.delete(id);
    for (const next of waiting.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  return stuck;
}

const ownNeeds = (needs: readonly string[], ids: ReadonlySet<string>): readonly string[] =>
  [...new Set(needs)].filter((need) => ids.has(need));

/** One cycle, from an id back to it: "a, b, c, a". Undefined when there is none. */
export function findNeedsCycle(all: readonly Needing[]): readonly string[] | undefined {
  const stuck = findCircular(all);
  const needs = new Map(all.map((one) => [one.id, one.needs]));
  const path = new Set<string>();
  let id = stuck.values().next().value;
  while (id !== undefined && !path.has(id)) {
    path.add(id);
    id = needs.get(id)?.find((need) => stuck.has(need));
  }
  if (id === undefined) return undefined;
  const walked = [...path];
  return [...walked.slice(walked.indexOf(id)), id];
}

function waitersOf(waiting: Map<string, string[]>, need: string): string[] {
  const waiters = waiting.get(need) ?? [];
  waiting.set(need, waiters);
  return waiters;
}
