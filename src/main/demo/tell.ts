import type { JournalEntry } from '../../domain/journal/journal.ts';

export type Telling = Readonly<{ names: ReadonlyMap<string, string>; say: (line: string) => void }>;

const WORDS: Readonly<Record<string, (entry: JournalEntry) => string>> = {
  launch: ({ note }) => `starts (${note})`,
  heard: () => 'is at work',
  park: ({ note }) => `was interrupted: ${note}`,
  due: () => 'is picked up again',
  'question-asked': ({ note }) => `asks: ${note}`,
  'question-answered': ({ note }) => `has its answer: ${note}`,
  'workspace-ready': ({ note }) => `has a workspace on branch ${note}`,
  gone: ({ toState, note }) => `is ${toState} (${note})`,
};

/** One line for what is worth telling; the rest of the journal stays in the journal. */
export function tellEntry({ names, say }: Telling, entry: JournalEntry): void {
  const name = names.get(entry.sessionId ?? '');
  const words = WORDS[entry.event];
  if (name === undefined || words === undefined) return;
  const time = new Date(entry.at).toTimeString().slice(0, 8);
  say(`  ${time}  ${name.padEnd(8)} ${words(entry)}`);
}
