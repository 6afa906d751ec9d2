import type { ColumnTypes } from './migration.ts';

/** What a CLI with a screen tells beside its record: its transcript, its prompts and its running total. */
export const transcriptCursor = ({ real }: ColumnTypes): readonly string[] => [
  `alter table attempt add column transcript text not null default '{}'`,
  'alter table attempt add column prompt_id text',
  `alter table attempt add column cost_base_usd ${real}`,
];
