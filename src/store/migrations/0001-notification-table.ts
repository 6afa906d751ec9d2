import type { ColumnTypes } from './migration.ts';

export const notificationTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table notification (
    id ${id} primary key,
    topic text not null, subject_id ${id} not null, session_id text, run_id text, channel text not null,
    number ${integer} not null, state text not null, attempts ${integer} not null,
    due_at ${integer} not null, created_at ${integer} not null, settled_at ${integer}, problem text
  ) ${strict}`,
  `create index notification_by_subject on notification (subject_id, created_at, id)`,
  `create index notification_by_state on notification (state, channel, settled_at)`,
];
