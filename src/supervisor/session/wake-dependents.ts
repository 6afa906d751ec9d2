import { dependencyIds } from '../../domain/session/dependency.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';

/** As many as are ever looked at to find the session that a chain of successors began with. */
const MOST_BEFORE = 1_000;

/** A session that has ended wakes all that wait for it, or for one whose work it went on with. */
export async function wakeDependents(
  { store }: Pick<RoundDeps, 'store'>,
  ended: Session,
  wake: (id: string) => void,
): Promise<void> {
  const dependent = await store.listDependent();
  if (dependent.length === 0) return;
  const origins = new Set([ended.id]);
  let before = ended.continues;
  while (before !== null && origins.size < MOST_BEFORE) {
    origins.add(before);
    before = (await store.findSession(before))?.continues ?? null;
  }
  for (const { id, dependencies } of dependent)
    if (dependencies !== null && dependencyIds(dependencies).some((one) => origins.has(one))) wake(id);
}
