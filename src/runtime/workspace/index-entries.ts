import type { Git, GitCall } from './git.ts';

/** What an index says of its files, and what lies beside them that git does not ignore. */
export type IndexEntries = Readonly<{
  /** Git takes these for unchanged without a look ("assume unchanged"). */
  assumed: readonly string[];
  /** Git leaves these out of the folder, and does not look for them ("skip worktree"). */
  skipped: readonly string[];
  /** Submodules, whether they are there or not. */
  submodules: readonly string[];
  /** Repositories in the folder that are no submodules. */
  nested: readonly string[];
}>;

const RECORD = /^(.) (?:(\d{6}) [0-9a-f]+ \d\t)?(.*)$/s;
const SUBMODULE = '160000';

/** One start of git; null when it cannot read the index. Without a folder there is nothing beside it. */
export async function listIndexEntries(git: Git, call: GitCall): Promise<IndexEntries | null> {
  const beside = call.workTree === undefined ? [] : ['--others', '--exclude-standard'];
  const text = await git.askOrNull(['ls-files', '-v', '--stage', ...beside, '-z'], call);
  return text === null ? null : parseEntries(text);
}

export function parseEntries(text: string): IndexEntries {
  const records = text.split('\0').filter(Boolean).map(parseRecord);
  const namesOf = (is: (record: EntryRecord) => boolean): readonly string[] => [
    ...new Set(records.filter(is).map(({ name }) => name)),
  ];
  const nested = namesOf(({ tag, name }) => tag === '?' && name.endsWith('/'));
  return {
    assumed: namesOf(({ tag }) => /[a-z]/.test(tag)),
    skipped: namesOf(({ tag }) => /s/i.test(tag)),
    submodules: namesOf(({ tag, mode }) => tag !== '?' && mode === SUBMODULE),
    nested: nested.map((name) => name.slice(0, -1)),
  };
}

type EntryRecord = Readonly<{ tag: string; mode: string | null; name: string }>;

function parseRecord(record: string): EntryRecord {
  const [, tag = '', mode = null, name = ''] = RECORD.exec(record) ?? [];
  // A new file may be called like a line of the index.
  return tag === '?' ? { tag, mode: null, name: record.slice(2) } : { tag, mode, name };
}
