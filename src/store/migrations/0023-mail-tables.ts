import type { ColumnTypes } from './migration.ts';

/** Mail between participants, what became of it with each of them, and the words by which it is found. */
export const mailTables = ({ id, integer, serial, strict, wordTable }: ColumnTypes): readonly string[] => [
  `create table mail (
    serial ${serial}, id ${id} not null unique,
    thread_id ${id} not null, sender ${id} not null, sender_display text not null, addresses text not null,
    subject text not null, body text not null, body_sha256 text,
    importance text not null, is_ack_wanted ${integer} not null,
    reply_to ${id}, created_at ${integer} not null
  ) ${strict}`,
  'create index mail_by_thread on mail (thread_id, serial)',
  'create index mail_by_sender on mail (sender, serial)',
  `create table mail_receipt (
    serial ${serial}, mail_id ${id} not null references mail (id) deferrable initially deferred,
    recipient ${id} not null,
    state text not null, version ${integer} not null,
    turn_id ${id} references turn (id) deferrable initially deferred,
    at ${integer} not null, read_at ${integer}, acknowledged_at ${integer},
    remind_at ${integer}, reminded_at ${integer},
    unique (mail_id, recipient)
  ) ${strict}`,
  'create index mail_receipt_by_recipient on mail_receipt (recipient, serial)',
  'create index mail_receipt_unread on mail_receipt (recipient, serial) where read_at is null',
  'create index mail_receipt_by_reminder on mail_receipt (remind_at) where remind_at is not null',
  'create index mail_receipt_by_turn on mail_receipt (turn_id) where turn_id is not null',
  ...wordTable('mail_word'),
];
