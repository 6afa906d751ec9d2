import type { Store, Write } from '../../store/store.ts';

/** What the commits of this process changed in inboxes: a delivery of a role, or a turn of a session. */
export type News = Readonly<{ roles: ReadonlySet<string>; sessionIds: readonly string[] }>;

/** Saves looking at every inbox for every message. What others commit is found by looking now and then. */
export type InboxNews = Readonly<{
  listenTo: (store: Store) => Store;
  /** What is new since the last time. */
  take: (runId: string) => News;
}>;

export function createInboxNews(): InboxNews {
  const delivered = new Map<string, Set<string>>();
  const stepped = new Set<string>();
  const hear = (write: Write): void => {
    if (write.kind === 'step-turn') stepped.add(write.step.from.sessionId);
    if (write.kind !== 'add-delivery') return;
    const { runId, role } = write.delivery;
    delivered.set(runId, (delivered.get(runId) ?? new Set()).add(role));
  };
  return {
    listenTo: (store) => ({
      ...store,
      commit: async (writes) => {
        const result = await store.commit(writes);
        if (result.saved) writes.forEach(hear);
        return result;
      },
    }),
    take: (runId) => {
      const roles = delivered.get(runId) ?? new Set<string>();
      delivered.delete(runId);
      // Sessions of a run are named after it.
      const sessionIds = [...stepped].filter((id) => id.startsWith(`${runId}-`));
      for (const id of sessionIds) stepped.delete(id);
      return { roles, sessionIds };
    },
  };
}
