export type Target = Readonly<{ label: string; hint: string; path: string }>;

const MOST_FOUND = 30;

/** Targets that hold every word of a query, those that begin with it first. */
export function findTargets(targets: readonly Target[], query: string): readonly Target[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ label, hint }: Target): string => `${label} ${hint}`.toLowerCase();
  const start = words.join(' ');
  return targets
    .filter((target) => words.every((word) => text(target).includes(word)))
    .toSorted((a, b) => Number(text(b).startsWith(start)) - Number(text(a).startsWith(start)))
    .slice(0, MOST_FOUND);
}
