import { equal } from 'node:assert/strict';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { workspaceTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

export function* addWorkspace(workspace: Workspace): Program<WriteRefusal | null> {
  return (yield* write(workspaceTable.insert(workspace))) === 0
    ? { why: 'duplicate', of: 'workspace' }
    : null;
}

export function* saveWorkspace(from: Workspace, to: Workspace): Program<WriteRefusal | null> {
  equal(
    to.version,
    from.version + 1,
    `saving the workspace of ${from.sessionId} must raise its version by one`,
  );
  const set = ['path', 'branch', 'baseCommit', 'state', 'version', 'changedAt'] as const;
  const changed = yield* write(workspaceTable.update({ set, to, from, guards: ['version'] }));
  return changed === 0 ? { why: 'stale' } : null;
}

export const workspaceReads = (engine: Engine): Pick<Store, 'findWorkspace' | 'listWorkspaces'> => ({
  findWorkspace: async (sessionId) => {
    const [row] = await engine.read(workspaceTable.select('where session_id = ?', [storable(sessionId)]));
    return row && workspaceTable.fromRow(row);
  },
  listWorkspaces: async () => {
    return (await engine.read(workspaceTable.select('order by session_id', []))).map(workspaceTable.fromRow);
  },
});
