import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import type { Statement } from './program.ts';
import { sessionListReads } from './session-list.ts';
import { openSqliteEngine } from './sqlite/sqlite-engine.ts';
import type { SessionFilter } from './store.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openSqliteEngine(':memory:');
});
afterAll(() => engine.close());

/** How SQLite would answer the statement that a read sends. */
async function planOf(
  ask: (reads: ReturnType<typeof sessionListReads>) => Promise<unknown>,
): Promise<string> {
  const sent: Statement[] = [];
  const listening: Engine = {
    ...engine,
    read: async (statement) => {
      sent.push(statement);
      return [];
    },
  };
  await ask(sessionListReads(listening));
  const rows = await Promise.all(
    sent.map(({ sql, values }) => engine.read({ sql: `explain query plan ${sql}`, values })),
  );
  return rows
    .flat()
    .map(({ detail }) => detail)
    .join('\n');
}

const FILTERS: readonly SessionFilter[] = [
  {},
  { archived: false },
  { archived: true, states: ['completed'] },
  { persona: 'scout', archived: false },
  { runId: 'r', archived: false },
  { tag: 't' },
  { tag: 't', states: ['completed'], archived: false },
  { since: 1, until: 2, archived: false },
];

test.each(FILTERS)(
  'a page with %j is read from the end of an index, without sorting what it does not show',
  async (filter) => {
    const plan = await planOf((reads) => reads.listSessions(filter, { limit: 20, after: '1:x' }));
    const perShelf = plan.split('\n').filter((step) => /^(SEARCH|SCAN) (session|session_tag) /.test(step));
    expect(perShelf.length).toBeGreaterThan(0);
    expect(perShelf.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    // Where there are several shelves, the few rows that they gave are sorted; else nothing is.
    if (perShelf.length === 1) expect(plan).not.toContain('TEMP B-TREE');
  },
);

test.each([{}, { archived: false }, { states: ['idle', 'failed'] as const }])(
  'totals with %j are read without looking at any session',
  async (filter) => {
    const plan = await planOf((reads) => reads.countSessions(filter));
    expect(plan).toMatch(/session_tally/);
    expect(plan).not.toMatch(/(SEARCH|SCAN) session /);
  },
);
