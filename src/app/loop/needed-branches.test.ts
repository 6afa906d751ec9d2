import { expect, test } from 'vitest';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { listNeededBranches } from './needed-branches.ts';

const DONE_BY: Readonly<Record<string, string | null>> = {
  one: 's-1',
  outside: null,
  bare: 's-2',
  thrown: 's-3',
};
const BRANCHES: Readonly<Record<string, string>> = { 's-1': 'swarm/s-1', 's-3': '' };

test('only needs that a session did on a branch of its own bring one', async () => {
  const store = {
    findWork: async (id: string) =>
      id in DONE_BY ? ({ id, sessionId: DONE_BY[id] } as WorkItem) : undefined,
    findWorkspace: async (id: string) =>
      id in BRANCHES ? ({ sessionId: id, branch: BRANCHES[id] } as Workspace) : undefined,
  };
  const needs = ['thrown', 'one', 'outside', 'bare', 'unknown'];
  expect(await listNeededBranches(store, { needs })).toEqual([{ workId: 'one', branch: 'swarm/s-1' }]);
});
