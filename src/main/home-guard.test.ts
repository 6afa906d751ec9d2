import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OracleStore } from '../../tests/store/oracle.ts';
import { addSession, aSession } from '../../tests/store/rows.ts';
import { guardHome } from './home-guard.ts';

function open(everyMs: number) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-home-')));
  mkdirSync(join(base, 'home'));
  const told = { times: 0 };
  const onGone = (): void => {
    told.times += 1;
  };
  const guard = guardHome(join(base, 'home'), { everyMs, onGone });
  onTestFinished(() => {
    guard.close();
    rmSync(base, { recursive: true });
  });
  return { guard, told, move: () => renameSync(join(base, 'home'), join(base, 'away')) };
}

test('what was seen of a project that is not there any more decides nothing', async () => {
  const { guard, told, move } = open(60_000);
  const rows = new OracleStore();
  const commit: OracleStore['commit'] = (writes) => rows.commit(writes);
  const store = guard.guarded({ commit } as Parameters<typeof guard.guarded>[0]);
  expect(await store.commit([addSession()])).toEqual({ saved: true });
  move();
  const late = [addSession(aSession({ id: 'late' }))];
  await expect(store.commit(late)).rejects.toMatchObject({ code: 'project-gone' });
  await expect(store.commit(late)).rejects.toMatchObject({ code: 'project-gone' });
  expect([await rows.findSession('late'), told.times]).toEqual([undefined, 1]);
});

test('without any commit, the folder that is gone is noticed within its time', async () => {
  const { told, move } = open(10);
  move();
  await vi.waitFor(() => expect(told.times).toBe(1), { timeout: 10_000 });
});
