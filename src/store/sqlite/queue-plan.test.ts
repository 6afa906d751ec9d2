import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../open-store.ts';
import { selectReady } from '../work-items.ts';

const folder = mkdtempSync(join(tmpdir(), 'swarm-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the next work is read from the front of an index, however much there is', async () => {
  const file = join(folder, 'swarm.db');
  await (await openStore({ sqliteFile: file })).close();
  const database = new DatabaseSync(file);
  const plans = selectReady({}, 1).map(({ sql, values }) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail)),
  );
  database.close();
  expect(plans[0]?.[0]).toBe('SCAN work_item USING INDEX work_in_order');
  expect(plans[0]?.join()).not.toContain('TEMP B-TREE');
  expect(plans[1]?.[0]).toBe('SEARCH work_item USING INDEX work_by_lease (lease_until<?)');
});
