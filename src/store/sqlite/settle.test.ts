import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { openStore } from '../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'swarm-settle-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a store that was settled loses nothing with the file beside it', async () => {
  const sqliteFile = join(folder, 'swarm.db');
  const store = await openStore({ sqliteFile });
  await store.commit([addSession()]);
  await store.settle();
  await store.close();
  for (const name of ['wal', 'shm']) rmSync(`${sqliteFile}-${name}`, { force: true });
  const again = await openStore({ sqliteFile });
  expect((await again.findSession(aSession().id))?.id).toBe(aSession().id);
  await again.close();
});
