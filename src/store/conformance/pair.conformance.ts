import type { CommitResult } from '../commit-result.ts';
import type { Store } from '../store.ts';

/** Two stores on one empty database, as two processes would have them; new ones for every test. */
export type Pair = { store: Store; other: Store };

export const SAVED: CommitResult = { saved: true };
export const STALE: CommitResult = { saved: false, why: 'stale' };
export const NO_SLOT: CommitResult = { saved: false, why: 'no-slot' };
export const duplicateOf = (of: string) => ({ saved: false, why: 'duplicate', of });

/** All that a reader can find out, to see that nothing has changed. */
export async function everything(store: Store): Promise<unknown> {
  const { sessions } = await store.listSessions({}, { limit: 1000 });
  const perSession = sessions.map(async ({ id }) => [
    await store.findSpec(id),
    await store.listTurns(id),
    await store.listAttempts(id),
    await store.listQuestions({ sessionId: id }),
    await store.findWorkspace(id),
  ]);
  return [
    sessions,
    await Promise.all(perSession),
    await store.listMessages({}),
    await store.listNotifications({}),
    await store.listSessions({ tag: 't' }, { limit: 1000 }),
    await store.findIntake('i'),
    await store.listJournal({ after: 0, limit: 1000 }),
  ];
}
