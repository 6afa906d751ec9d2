import type { CommitResult } from '../../src/store/commit-result.ts';
import type { Store, Write } from '../../src/store/store.ts';
import type { Ledger } from './ledger.ts';
import type { Life, Schedule } from './schedule.ts';

type StoreDeps = Readonly<{
  /** The rows themselves; of a mutant, a store that lets too much through. */
  store: Store;
  ledger: Ledger;
  schedule: Schedule;
  onSaved: (writes: readonly Write[]) => void;
}>;

/** Looks at tables that nothing writes in these worlds: there is no order in which they could matter. */
const STILL: ReadonlySet<string> = new Set<keyof Store>([
  'findParticipant',
  'listParticipants',
  'listReservations',
  'listMailInbox',
  'countMailInbox',
  'listDueReminders',
  'findNextReminder',
]);

/** The real store, seen from one life: every call waits its turn and may be the last. */
export function simulatedStore(deps: StoreDeps, life: Life): Store {
  const { store, ledger, schedule, onSaved } = deps;
  const looks = Object.entries(store).map(([verb, call]) => [
    verb,
    STILL.has(verb)
      ? call
      : (...args: unknown[]): unknown =>
          schedule.look({ life, kind: 'look', label: `store.${verb}` }, () =>
            (call as (...args: unknown[]) => unknown)(...args),
          ),
  ]);
  const commit: Store['commit'] = (writes) => {
    const askedAt = ledger.now;
    const label = `commit ${writes.map(labelOf).join(', ')}`;
    return schedule.act({ life, kind: 'effect', label }, async () => {
      const result = await store.commit(writes);
      if (result.saved) {
        await ledger.follow(store, told(writes, result, ledger), askedAt);
        onSaved(writes);
      }
      return result;
    });
  };
  return { ...(Object.fromEntries(looks) as Store), commit };
}

/** Which work a claim got is known only afterwards. */
function told(writes: readonly Write[], result: CommitResult, ledger: Ledger): readonly Write[] {
  const to = result.saved ? result.claimed : undefined;
  const from = to && ledger.loops.works.rows.get(to.id);
  if (!to || !from) return writes;
  return writes.map((write) =>
    write.kind === 'claim-next'
      ? { kind: 'step-work', step: { from, event: 'claim', to }, journal: write.journal }
      : write,
  );
}

function labelOf(write: Write): string {
  switch (write.kind) {
    case 'add-session':
      return `create ${write.session.id}`;
    case 'step-session':
      return `${write.step.from.id} ${write.step.event}: ${write.step.from.state} → ${write.step.to.state}`;
    case 'touch-session':
      return `touch ${write.session.id}`;
    case 'add-turn':
      return `turn ${write.turn.number} (${write.turn.kind})`;
    case 'step-turn':
      return `turn ${write.step.from.number} ${write.step.event}`;
    case 'save-attempt':
      return `attempt ${write.from.sessionId}/${write.from.number} at ${write.to.eventsCursor}`;
    case 'step-loop':
      return `${write.step.from.id} ${write.step.event}`;
    case 'step-work':
      return `${write.step.from.id} ${write.step.event}`;
    case 'add-note':
      return `note ${write.event}`;
    default:
      return write.kind;
  }
}
