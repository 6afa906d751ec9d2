/** What an agent waits for between two turns is named, where only its number was kept. */
export const awaitedWork = (): readonly string[] => [
  `alter table attempt add column awaited text not null default '[]'`,
  'alter table attempt drop column background_tasks',
  `alter table session add column awaits text not null default '[]'`,
];
