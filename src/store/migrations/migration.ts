import { Fault } from '../../domain/fault.ts';
import { firstTables } from './0001-first-tables.ts';
import { accountTable } from './0002-account-table.ts';
import { typedQuestions } from './0003-typed-questions.ts';
import { reservedAmounts } from './0004-reserved-amounts.ts';
import { deadLetter } from './0005-dead-letter.ts';
import { turnPosition } from './0006-turn-position.ts';
import { awaitedWork } from './0007-awaited-work.ts';
import { parking } from './0008-parking.ts';
import { transcriptCursor } from './0009-transcript-cursor.ts';
import { protocolState } from './0010-protocol-state.ts';
import { hostClock } from './0012-host-clock.ts';
import { sessionQuota } from './0015-session-quota.ts';
import { noteTable } from './0016-note-table.ts';
import { planVersionTable } from './0017-plan-version-table.ts';
import { taskOfNote } from './0018-task-of-note.ts';
import { taskTables } from './0019-task-tables.ts';
import { labelOfNote } from './0020-label-of-note.ts';
import { runFactTable } from './0021-run-fact-table.ts';
import { participantTables } from './0022-participant-tables.ts';
import { mailTables } from './0023-mail-tables.ts';
import { waitingOfLoop } from './0024-waiting-of-loop.ts';
import { sessionTitle } from './0025-session-title.ts';
import { failuresOfLoop } from './0026-failures-of-loop.ts';
import { successors } from './0027-successors.ts';
import { sessionDependencies } from './0028-session-dependencies.ts';
import { claimedAt } from './0029-claimed-at.ts';
import { sessionRetry } from './0030-session-retry.ts';
import { settingsOfLoop } from './0031-settings-of-loop.ts';
import { hostOfLoop } from './0032-host-of-loop.ts';
import { raceTable } from './0033-race-table.ts';
import { nestedSessions } from './0034-nested-sessions.ts';
import { resources } from './0035-resources.ts';

/** What the same column is called by each engine. */
export type ColumnTypes = Readonly<{
  /** Text that sorts by its bytes. */
  id: string;
  /** Holds any safe integer of JavaScript. */
  integer: string;
  real: string;
  /** Numbers itself, upwards, and never gives a number twice. */
  serial: string;
  /** Ends a table's definition, so that a fraction in a column of integers is an error. */
  strict: string;
  /** Makes a JSON string of an expression that is text; JSON's null of one that is null. */
  jsonText: (expression: string) => string;
  /** A table of `rowid` and `words`, words between blanks, in which words are found quickly. */
  wordTable: (name: string) => readonly string[];
  /** What a text holds before its first line feed. */
  firstLine: (expression: string) => string;
}>;

/** The n-th entry brings a store from version n to version n + 1. Entries are never edited once shipped. */
const MIGRATIONS: readonly ((types: ColumnTypes) => readonly string[])[] = [
  firstTables,
  accountTable,
  typedQuestions,
  reservedAmounts,
  deadLetter,
  turnPosition,
  awaitedWork,
  parking,
  transcriptCursor,
  protocolState,
  sessionQuota,
  noteTable,
  hostClock,
  taskOfNote,
  runFactTable,
  planVersionTable,
  labelOfNote,
  taskTables,
  participantTables,
  mailTables,
  waitingOfLoop,
  sessionTitle,
  failuresOfLoop,
  successors,
  sessionDependencies,
  claimedAt,
  sessionRetry,
  settingsOfLoop,
  hostOfLoop,
  raceTable,
  nestedSessions,
  resources,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** The statements that bring a store up from its version; 0 is an empty database. */
export function migrationsFrom(version: number, types: ColumnTypes): readonly string[] {
  if (version === SCHEMA_VERSION) return [];
  const meta =
    version === 0
      ? [
          'create table swarm_meta (schema_version integer not null)',
          `insert into swarm_meta (schema_version) values (${SCHEMA_VERSION})`,
        ]
      : [`update swarm_meta set schema_version = ${SCHEMA_VERSION}`];
  return [...MIGRATIONS.slice(version).flatMap((migrate) => migrate(types)), ...meta];
}

/** Refuses a store that a newer Swarm has written, before anything in it is touched. */
export function assertKnownVersion(version: number, address: string): void {
  if (version <= SCHEMA_VERSION) return;
  throw new Fault(
    'store-too-new',
    `${address} has schema version ${version}; this Swarm knows versions up to ${SCHEMA_VERSION}`,
    { hint: 'Nothing in it was changed. Run the newer Swarm that wrote it, or name another store.' },
  );
}
