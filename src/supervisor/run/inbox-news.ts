import type { Store, Write } from '../../store/store.ts';

/** Saves looking at every inbox for every message. What others commit is found by looking now and then. */
export type InboxNews = Readonly<{
  listenTo: (store: Store) => Store;
  /** The roles of a run whose inboxes this process changed since the last time. */
  drain: (runId: string) => ReadonlySet<string>;
}>;

/** Hears of deliveries, and of turns that moved: the receipt of a message is the state of its turn. */
export function createInboxNews(): InboxNews {
  const rolesByRun = new Map<string, Set<string>>();
  const note = (runId: string, role: string): void => {
    rolesByRun.set(runId, (rolesByRun.get(runId) ?? new Set()).add(role));
  };
  const noteTurns = async (store: Store, writes: readonly Write[]): Promise<void> => {
    for (const sessionId of new Set(writes.flatMap(sessionOfTurn))) {
      const session = await store.findSession(sessionId);
      if (session && session.runId !== null && session.role !== null) note(session.runId, session.role);
    }
  };
  return {
    listenTo: (store) => ({
      ...store,
      commit: async (writes) => {
        const result = await store.commit(writes);
        if (!result.saved) return result;
        for (const write of writes) {
          if (write.kind === 'add-delivery') note(write.delivery.runId, write.delivery.role);
        }
        await noteTurns(store, writes);
        return result;
      },
    }),
    drain: (runId) => {
      const roles = rolesByRun.get(runId) ?? new Set<string>();
      rolesByRun.delete(runId);
      return roles;
    },
  };
}

const sessionOfTurn = (write: Write): string[] =>
  write.kind === 'step-turn' ? [write.step.from.sessionId] : [];
