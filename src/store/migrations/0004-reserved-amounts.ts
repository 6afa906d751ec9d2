/**
 * Budgets reserve amounts for turns. The index finds what is queued without a look at all turns of a session.
 */
export const reservedAmounts = (): readonly string[] => [
  'alter table account rename column held_micro_usd to reserved_micro_usd',
  'alter table account rename column held_tokens to reserved_tokens',
  'alter table attempt rename column held_micro_usd to reserved_micro_usd',
  'alter table attempt rename column held_tokens to reserved_tokens',
  'alter table attempt rename column held_day to reserved_day',
  `create index turn_in_queue on turn (session_id) where state = 'queued'`,
];
