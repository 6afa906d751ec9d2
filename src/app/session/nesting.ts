import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { VerbDeps } from '../deps.ts';

/** How deep below a person's own session the new one would be. */
export async function nestingDepth(
  { store, config }: Pick<VerbDeps, 'store' | 'config'>,
  parentId: string | undefined,
): Promise<Outcome<number>> {
  if (parentId === undefined) return accept(0);
  const parent = await store.findSession(parentId);
  if (!parent)
    return refuse({
      code: 'session-not-found',
      sessionId: parentId,
      near: await store.listNearIds(parentId),
    });
  const depth = parent.depth + 1;
  return depth > config.limits.depth
    ? refuse({ code: 'too-deep', limit: config.limits.depth })
    : accept(depth);
}
