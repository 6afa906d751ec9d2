/** What a session may begin: so many levels of sessions below it, and so many of its own. */
export type Nesting = Readonly<{ depth: number; count: number }>;

type Parent = Readonly<{ depth: number; mayCreate: Nesting | null }>;
type NestingLimits = Readonly<{ depth: number; childrenPerSession: number }>;

/** What a session may begin now: as its persona settled, else as the settings say. */
export const nestingOf = ({ depth, mayCreate }: Parent, limits: NestingLimits): Nesting =>
  mayCreate ?? { depth: Math.max(0, limits.depth - depth), count: limits.childrenPerSession };

/**
 * What is settled for a new session; null: as the settings say. A persona gives rights to what a person
 * begins. Below a session it only takes some away, so no agent gets further by the choice of a persona.
 */
export function settleNesting(
  wanted: Nesting | null,
  parent: Parent | null,
  limits: NestingLimits,
): Nesting | null {
  if (parent === null) return wanted;
  if (wanted === null && parent.mayCreate === null) return null;
  const above = nestingOf(parent, limits);
  const left = Math.max(0, above.depth - 1);
  if (wanted === null) return { depth: left, count: above.count };
  return { depth: Math.min(wanted.depth, left), count: Math.min(wanted.count, above.count) };
}
