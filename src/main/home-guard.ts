import { homeGoneFault, openHome } from '../runtime/project/home.ts';
import type { Store } from '../store/store.ts';

type Guarding = Readonly<{ everyMs: number; onGone: () => void }>;

export type HomeGuard = Readonly<{
  /** The same store, which takes no decision from a look at a folder that is not the project's any more. */
  guarded: (store: Store) => Store;
  /** The folder was deleted, so that no agent of it has anything left to do. */
  isDeleted: () => boolean;
  close: () => void;
}>;

/** Watches over the project's folder for a process that serves it: says once that it was moved or deleted. */
export function guardHome(swarmDir: string, { everyMs, onGone }: Guarding): HomeGuard {
  const home = openHome(swarmDir);
  let isGone = false;
  const look = (): boolean => {
    if (!isGone && !home.isThere()) {
      isGone = true;
      onGone();
    }
    return isGone;
  };
  const timer = setInterval(look, everyMs);
  return {
    guarded: (store) => ({
      ...store,
      async commit(writes) {
        if (look()) throw homeGoneFault(swarmDir);
        return store.commit(writes);
      },
    }),
    isDeleted: home.isDeleted,
    close: () => {
      clearInterval(timer);
      home.close();
    },
  };
}
