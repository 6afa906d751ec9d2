import type { PlanVersion, VersionPatch } from '../domain/plan/version/plan-version.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { json, plain, storable, Table } from './table.ts';
import { where } from './where.ts';

const versionTable = new Table<PlanVersion>('plan_version', ['id'], () => ({
  id: plain('id'),
  plan: plain('plan'),
  number: plain('number'),
  text: plain('content'),
  contentHash: plain('content_hash'),
  author: plain('author'),
  runId: plain('run_id'),
  state: plain('state'),
  version: plain('version'),
  findings: json('findings'),
  words: plain('words'),
  createdAt: plain('created_at'),
  decidedBy: plain('decided_by'),
  decidedAt: plain('decided_at'),
}));

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<keyof VersionPatch | 'state' | 'version', true> = {
  state: true,
  version: true,
  words: true,
  decidedBy: true,
  decidedAt: true,
};

export const planVersions = steppedTable(versionTable, {
  duplicateOf: 'plan-version',
  stepped: STEPPED,
  guards: ['version', 'state'],
});

export const planVersionReads = (engine: Engine): Pick<Store, 'findPlanVersion' | 'listPlanVersions'> => ({
  findPlanVersion: (id) => planVersions.find(engine, id),
  listPlanVersions: ({ plan, runId }) => {
    const { sql, values } = where([
      plan !== undefined && { sql: 'plan = ?', values: [storable(plan)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
    ]);
    return versionTable.list(engine, `${sql} order by plan, number`, values);
  },
});
