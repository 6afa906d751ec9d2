import { compareWork } from '../domain/queue/order.ts';
import { stepWork, type WorkItem, type WorkPatch, type WorkState } from '../domain/queue/work-item.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, type Statement, take, type Value, write } from './program.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store, WorkFilter, Write } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';
import { workTable } from './work-table.ts';
import type { WriteRefusal } from './write-refusal.ts';

type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<
  | keyof WorkPatch
  | 'state'
  | 'version'
  | 'fence'
  | 'retriesLeft'
  | 'claimedAt'
  | 'startedAt'
  | 'endedAt'
  | 'updatedAt',
  true
> = {
  state: true,
  version: true,
  fence: true,
  retriesLeft: true,
  holder: true,
  leaseUntil: true,
  sessionId: true,
  progress: true,
  reasonText: true,
  notBefore: true,
  position: true,
  priority: true,
  claimedAt: true,
  startedAt: true,
  endedAt: true,
  updatedAt: true,
};

const works = steppedTable(workTable, {
  duplicateOf: 'work',
  stepped: STEPPED,
  guards: ['version', 'fence', 'state'],
});

export function* addWork(work: WorkItem): Program<WriteRefusal | null> {
  const refusal = yield* works.add(work);
  if (refusal) return refusal;
  const id = storable(work.id);
  for (const need of new Set(work.needs)) {
    const sql = 'insert into work_need (work_id, needed_id) values (?, ?)';
    yield* write({ sql, values: [id, storable(need)] });
  }
  for (const label of new Set(work.labels)) {
    yield* write({
      sql: 'insert into work_label (label, work_id) values (?, ?)',
      values: [storable(label), id],
    });
  }
  return null;
}

export const saveWorkStep = works.step;

/** Finds the first that is ready, keeps others away from it, and gives the step that claims it. */
export function* resolveClaim({
  claim,
  filter,
  journal,
}: WriteOf<'claim-next'>): Program<WriteRefusal | WriteOf<'step-work'>> {
  const { holder, at, until: leaseUntil, sessionId } = claim;
  const rows: Row[] = [];
  for (const statement of selectReady(filter, at)) rows.push(...(yield* take('work_item', statement)));
  const work = firstOf(rows);
  if (!work) return { why: 'nothing-ready' };
  const step = stepWork(work, 'claim', { at, patch: { holder, leaseUntil, sessionId } });
  return step.ok ? { kind: 'step-work', step: step.value, journal } : { why: 'nothing-ready' };
}

const ORDER = 'order by priority, position, created_at, id';

// The same as `standingOf`; the store's tests hold the two together. The first of what is queued and the
// first of those whose lease ran out: each is found by an index of its own.
export function selectReady(filter: WorkFilter, at: number): readonly Statement[] {
  return [
    selectFirst(filter, at, { sql: `state = 'queued'`, values: [] }),
    selectFirst(filter, at, { sql: `state = 'claimed' and lease_until <= ?`, values: [at] }),
  ];
}

const firstOf = (rows: readonly Row[]): WorkItem | undefined =>
  rows.map(workTable.fromRow).sort(compareWork)[0];

function selectFirst(filter: WorkFilter, at: number, state: Statement): Statement {
  const { sql, values } = where([
    state,
    { sql: '(not_before is null or not_before <= ?)', values: [at] },
    { sql: '(deadline is null or deadline > ?)', values: [at] },
    { sql: NO_OPEN_NEED, values: [] },
    ...conditionsOf(filter),
  ]);
  return workTable.select(`${sql} ${ORDER} limit 1`, values);
}

const NO_OPEN_NEED = `not exists (
  select 1 from work_need left join work_item needed on needed.id = work_need.needed_id
  where work_need.work_id = work_item.id and coalesce(needed.state, '') <> 'done')`;

const marksFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function conditionsOf({ states, rig, label }: WorkFilter): readonly (Statement | false)[] {
  return [
    states !== undefined && {
      sql: states.length === 0 ? '1 = 0' : `state in (${marksFor(states)})`,
      values: [...states],
    },
    rig !== undefined && { sql: 'rig = ?', values: [storable(rig)] },
    label !== undefined && {
      sql: `exists (select 1 from work_label
        where work_label.label = ? and work_label.work_id = work_item.id)`,
      values: [storable(label)],
    },
  ];
}

const AFTER = `(priority, position, created_at, id) > (
  select last.priority, last.position, last.created_at, last.id from work_item last where last.id = ?)`;

/** Both engines limit the values of one statement. */
const IDS_AT_ONCE = 1_000;

type WorkReads = Pick<
  Store,
  'findWork' | 'listWork' | 'countWork' | 'listWorkStates' | 'findReadyWork' | 'listLapsedWork'
>;

export const workReads = (engine: Engine): WorkReads => {
  const list = (rest: string, values: readonly Value[]): Promise<readonly WorkItem[]> =>
    workTable.list(engine, rest, values);
  return {
    findWork: (id) => works.find(engine, id),
    listWork: (filter, { limit, after }) => {
      const { sql, values } = where([
        ...conditionsOf(filter),
        after !== undefined && { sql: AFTER, values: [storable(after)] },
      ]);
      return list(`${sql} ${ORDER} limit ?`, [...values, limit]);
    },
    countWork: async (filter) => {
      const { sql, values } = where(conditionsOf(filter));
      const rows = await engine.read({
        sql: `select state, count(*) as works from work_item ${sql} group by state`,
        values,
      });
      return Object.fromEntries(rows.map((row) => [String(row.state) as WorkState, Number(row.works)]));
    },
    listWorkStates: async (ids) => {
      const found = new Map<string, { state: WorkState; contentHash: string }>();
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const some = ids.slice(from, from + IDS_AT_ONCE).map(storable);
        const sql = `select id, state, content_hash from work_item where id in (${marksFor(some)})`;
        for (const row of await engine.read({ sql, values: some })) {
          const state = String(row.state) as WorkState;
          found.set(String(row.id), { state, contentHash: String(row.content_hash) });
        }
      }
      return found;
    },
    findReadyWork: async (filter, at) => {
      const found = await Promise.all(selectReady(filter, at).map((statement) => engine.read(statement)));
      return firstOf(found.flat());
    },
    listLapsedWork: (at, limit) =>
      list(`where state = 'claimed' and lease_until <= ? ${ORDER} limit ?`, [at, limit]),
  };
};
