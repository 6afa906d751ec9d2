import { afterEach, beforeEach, describe } from 'vitest';
import { describeAccounts } from './accounts.conformance.ts';
import { describeClocks } from './clock.conformance.ts';
import { describeColumns } from './columns.conformance.ts';
import { describeGuards } from './guards.conformance.ts';
import { describeJournal } from './journal.conformance.ts';
import { describeLists } from './lists.conformance.ts';
import { describeMail } from './mail.conformance.ts';
import { describeNotes } from './notes.conformance.ts';
import { describeNotifications } from './notifications.conformance.ts';
import type { Pair } from './pair.conformance.ts';
import { describePlanVersions } from './plan-versions.conformance.ts';
import { describePresence } from './presence.conformance.ts';
import { describeQueue } from './queue.conformance.ts';
import { describeQuotas } from './quotas.conformance.ts';
import { describeRows } from './rows.conformance.ts';
import { describeRunFacts } from './run-facts.conformance.ts';
import { describeRunMemories } from './run-memories.conformance.ts';
import { describeRunSessions } from './run-sessions.conformance.ts';
import { describeSchedules } from './schedules.conformance.ts';
import { describeSearch } from './search.conformance.ts';
import { describeSlots } from './slots.conformance.ts';
import { describeTasks } from './tasks.conformance.ts';

type Opening = Readonly<{
  /** Gives two stores on one empty database. */
  open: () => Promise<Pair>;
  close: (pair: Pair) => Promise<void>;
  hasColumns: boolean;
}>;

/** What every engine must hold to. */
export function describeStore({ open, close, hasColumns }: Opening): void {
  const on = {} as Pair;

  beforeEach(async () => {
    Object.assign(on, await open());
  });
  afterEach(() => close(on));

  describe('the store', () => {
    describeRows(on);
    describeGuards(on);
    describeSlots(on);
    describeClocks(on);
    describeAccounts(on);
    describeQuotas(on);
    describeNotes(on);
    describePresence(on);
    describeMail(on);
    describePlanVersions(on);
    describeTasks(on);
    describeRunFacts(on);
    describeRunMemories(on);
    describeRunSessions(on);
    describeNotifications(on);
    describeLists(on);
    describeSearch(on);
    describeQueue(on);
    describeSchedules(on);
    describeJournal(on);
    if (hasColumns) describeColumns(on);
  });
}
