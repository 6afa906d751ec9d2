/** A message that cannot be routed is a dead letter; `parked` is a state of sessions. */
export const deadLetter = (): readonly string[] => [
  'alter table message rename column parked to dead_letter',
  `update journal set event = 'message-dead-lettered' where event = 'message-parked'`,
];
