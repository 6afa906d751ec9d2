import type { Engine } from './engine.ts';
import { workspaceTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';

export const workspaces = steppedTable(workspaceTable, {
  duplicateOf: 'workspace',
  stepped: { path: true, branch: true, baseCommit: true, state: true, version: true, changedAt: true },
  guards: ['version'],
});

export const workspaceReads = (engine: Engine): Pick<Store, 'findWorkspace' | 'listWorkspaces'> => ({
  findWorkspace: (sessionId) => workspaces.find(engine, sessionId),
  listWorkspaces: () => workspaceTable.list(engine, 'order by session_id'),
});
