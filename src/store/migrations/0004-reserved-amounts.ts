/**
 * What is set aside for turns is called reserved, as elsewhere; and what is queued is found without a look at
 * all turns of a session.
 */
export const reservedAmounts = (): readonly string[] => [
  'alter table account rename column held_micro_usd to reserved_micro_usd',
  'alter table account rename column held_tokens to reserved_tokens',
  `create index turn_in_queue on turn (session_id) where state = 'queued'`,
];
