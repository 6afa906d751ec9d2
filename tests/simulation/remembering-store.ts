import type { Store } from '../../src/store/store.ts';

/**
 * The same store, which reads the same thing once between two commits. All who write go through it, so it is
 * never behind; rows are never changed in place, so they can be shared.
 */
export function rememberingStore(store: Store): Store {
  const known = new Map<string, unknown>();
  const looks = Object.entries(store).map(([verb, call]) => [
    verb,
    (...args: unknown[]): unknown => {
      const key = `${verb} ${JSON.stringify(args)}`;
      if (!known.has(key)) known.set(key, (call as (...args: unknown[]) => unknown)(...args));
      return known.get(key);
    },
  ]);
  return {
    ...(Object.fromEntries(looks) as Store),
    commit: async (writes) => {
      const result = await store.commit(writes);
      if (result.saved) known.clear();
      return result;
    },
    close: () => store.close(),
  };
}
