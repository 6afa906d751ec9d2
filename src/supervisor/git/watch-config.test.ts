import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import type { ConfigChange } from '../../domain/git/command-keys.ts';
import { createConfigWatch } from './watch-config.ts';

const hooks = (to: string): ConfigChange => ({ key: 'core.hookspath', before: [], now: [to] });

function stage() {
  const store = new OracleStore();
  let changes: readonly ConfigChange[] = [];
  const look = createConfigWatch({
    store,
    clock: { now: () => 1 },
    by: 'supervisor',
    observeKeyChanges: async () => changes,
  });
  return {
    async lookAt(...seen: ConfigChange[]) {
      changes = seen;
      await look();
    },
    told: async () =>
      (await store.listJournal({ after: 0, limit: 100 })).map(({ event, note }) => `${event}: ${note}`),
  };
}

test('a change is told once, and the next one again', async () => {
  const { lookAt, told } = stage();
  await lookAt();
  await lookAt(hooks('/a'));
  await lookAt(hooks('/a'));
  await lookAt(hooks('/b'));
  expect(await told()).toEqual([
    'git-config-changed: core.hookspath = /a',
    'git-config-changed: core.hookspath = /b',
  ]);
});

test('a configuration that changes for ever is not told for ever', async () => {
  const { lookAt, told } = stage();
  for (let n = 0; n < 50; n++) await lookAt(hooks(`/${n}`));
  expect(await told()).toHaveLength(10);
});
