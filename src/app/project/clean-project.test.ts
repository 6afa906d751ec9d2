import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { type CleanDeps, cleanProject } from './clean-project.ts';

const PANES = ['over', 'live', 'unknown'];
const ALL = { dryRun: false, sessionIds: [] };

async function stage() {
  const store = new OracleStore();
  await store.commit([
    addSession(aSession({ id: 'over', state: 'completed' })),
    addSession(aSession({ id: 'live', state: 'working' })),
  ]);
  const closed: string[] = [];
  const deps = {
    store,
    clock: { now: () => 0 },
    config: aConfig(),
    workspaces: {
      listBranches: async () => new Set<string>(),
      listUnmerged: async () => new Map<string, string>(),
      ensureTrashSwept: async () => 0,
    },
    folders: { listObstacles: async () => [], listLeft: async () => [] },
    listEndedPanes: async () => PANES,
    closePanes: async ({ id }: Readonly<{ id: string }>) => void closed.push(id),
  } as Partial<Record<keyof CleanDeps, unknown>> as CleanDeps;
  return { deps, closed };
}

test('panes that were kept of sessions that are over are closed, and no other', async () => {
  const { deps, closed } = await stage();
  expect((await cleanProject(deps, { ...ALL, dryRun: true })).ok).toBe(true);
  expect(closed).toEqual([]);
  expect((await cleanProject(deps, ALL)).ok).toBe(true);
  expect(closed).toEqual(['over']);
});
