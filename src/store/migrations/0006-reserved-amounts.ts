/** Budgets reserve amounts; a hold keeps sessions from working. */
export const reservedAmounts = (): readonly string[] => [
  'alter table account rename column held_micro_usd to reserved_micro_usd',
  'alter table account rename column held_tokens to reserved_tokens',
  'alter table attempt rename column held_micro_usd to reserved_micro_usd',
  'alter table attempt rename column held_tokens to reserved_tokens',
  'alter table attempt rename column held_day to reserved_day',
];
