import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeStore } from './conformance/store.conformance.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'swarm-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describe('on SQLite', () => {
  describeStore({
    hasColumns: true,
    open: async () => {
      const location = { sqliteFile: join(folder, `${++files}.db`) };
      return { store: await openStore(location), other: await openStore(location) };
    },
    close: async ({ store, other }) => {
      await store.close();
      await other.close();
    },
  });
});
