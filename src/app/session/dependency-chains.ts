import {
  type Dependencies,
  dependencyIds,
  type Progress,
  progressOf,
} from '../../domain/session/dependency.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

type Reads = Pick<Store, 'findSession' | 'listSuccessors'>;

/** Longer than any work is ever continued. */
const MOST_SUCCESSORS = 1_000;

/** A session and those that went on with its work, in order; empty where it has no row. */
export async function listChain(store: Reads, id: string): Promise<readonly Session[]> {
  const chain: Session[] = [];
  let next: string | undefined = id;
  while (next !== undefined && chain.length < MOST_SUCCESSORS) {
    const session: Session | undefined = await store.findSession(next);
    if (!session) break;
    chain.push(session);
    next = (await store.listSuccessors([next])).get(next);
  }
  return chain;
}

/** The id of a session, and of those whose work it goes on with. */
export async function listBefore(
  store: Pick<Store, 'findSession'>,
  { id, continues }: Pick<Session, 'id' | 'continues'>,
): Promise<readonly string[]> {
  const ids = [id];
  let before = continues;
  while (before !== null && ids.length < MOST_SUCCESSORS) {
    ids.push(before);
    before = (await store.findSession(before))?.continues ?? null;
  }
  return ids;
}

export type Chains = ReadonlyMap<string, readonly Session[]>;

/** The chains of all that a session waits for, by the id that it names. */
export async function listChains(store: Reads, wanted: Dependencies): Promise<Chains> {
  const chains = new Map<string, readonly Session[]>();
  for (const id of dependencyIds(wanted)) chains.set(id, await listChain(store, id));
  return chains;
}

export const progressIn = (chains: Chains): ReadonlyMap<string, Progress> =>
  new Map([...chains].map(([id, chain]) => [id, progressOf(chain.map(({ state }) => state))]));

/** Whose work counts of a chain: the last that completed, else the last of all. */
export const standingOf = (chain: readonly Session[]): Session | undefined =>
  chain.findLast(({ state }) => state === 'completed') ?? chain.at(-1);
