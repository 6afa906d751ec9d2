import { noteOf } from '../../app/draft.ts';
import type { Oddity } from '../../runtime/agent-files/oddities.ts';
import type { RoundDeps } from '../deps.ts';

/** Sets aside what an agent left in the place of a plain file, and tells the person of it, once. */
export async function tellOddities(deps: RoundDeps, sessionId: string): Promise<void> {
  if (!deps.attempts.hasOddities(sessionId)) return;
  await tell(deps, { sessionId }, await deps.attempts.ensureSetAside(sessionId));
}

/** The same for the folder of a run. */
export async function tellRunOddities(deps: RoundDeps, runId: string): Promise<void> {
  if (!deps.outboxes.hasOddities(runId)) return;
  await tell(deps, { sessionId: null, runId }, await deps.outboxes.ensureSetAside(runId));
}

type Owner = Readonly<{ sessionId: string | null; runId?: string }>;

async function tell({ store, clock, by }: RoundDeps, owner: Owner, odd: readonly Oddity[]): Promise<void> {
  const writes = odd.map((one) => {
    const journal = noteOf({ at: clock.now(), by }, textOf(one));
    return { kind: 'add-note' as const, ...owner, event: 'odd-file', journal };
  });
  if (writes.length > 0) await store.commit(writes);
}

const textOf = ({ path, problem, movedTo }: Oddity): string =>
  `${path} ${problem}; ${movedTo === null ? 'it is left alone and not used' : `it was moved to ${movedTo}`}`;
