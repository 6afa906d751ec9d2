import type { ColumnTypes } from './migration.ts';

/** The work queue. */
export const queueTables = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table work_item (
    id ${id} primary key,
    title text not null, body text not null, priority ${integer} not null, position ${integer} not null,
    rig text, actor text, labels text not null, needs text not null,
    retries ${integer} not null, retries_left ${integer} not null,
    not_before ${integer}, deadline ${integer}, gate text, template text,
    state text not null, version ${integer} not null,
    fence ${integer} not null, holder text, lease_until ${integer}, session_id text,
    progress text not null, reason_text text, content_hash text not null, source text not null,
    created_at ${integer} not null, started_at ${integer}, ended_at ${integer},
    updated_at ${integer} not null
  ) ${strict}`,
  // The look for the next item passes over nothing that is over or claimed.
  `create index work_in_order on work_item (priority, position, created_at, id) where state = 'queued'`,
  `create index work_by_lease on work_item (lease_until) where state = 'claimed'`,

  // Repeated from the row, so that what is ready can be told by a query.
  `create table work_need (
    work_id ${id} not null references work_item (id) deferrable initially deferred,
    needed_id ${id} not null references work_item (id) deferrable initially deferred,
    primary key (work_id, needed_id)
  ) ${strict}`,
  `create table work_label (
    label text not null,
    work_id ${id} not null references work_item (id) deferrable initially deferred,
    primary key (label, work_id)
  ) ${strict}`,
];
