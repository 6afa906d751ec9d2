/** A line of a diff, with its number in the file before and in the file after. */
export type PatchLine = Readonly<{
  kind: 'same' | 'come' | 'gone' | 'hunk' | 'note';
  text: string;
  before: number | null;
  after: number | null;
}>;
export type PatchFile = Readonly<{ path: string; lines: readonly PatchLine[] }>;

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads what `git diff` prints. */
export function parsePatch(patch: string): readonly PatchFile[] {
  const files = patch.split(/^(?=diff --git )/m).filter((text) => text.startsWith('diff --git '));
  return files.map(parseFile);
}

function parseFile(text: string): PatchFile {
  const rows = text.replace(/\n$/, '').split('\n');
  const start = rows.findIndex((row) => HUNK.test(row));
  const head = start < 0 ? rows : rows.slice(0, start);
  return { path: pathIn(head), lines: start < 0 ? notesIn(head) : linesIn(rows.slice(start)) };
}

/** The name after the change, and where the file is gone the name before. */
function pathIn(head: readonly string[]): string {
  const named = (prefix: string): string | undefined =>
    head.find((row) => row.startsWith(prefix))?.slice(prefix.length);
  const found = named('+++ b/') ?? named('rename to ') ?? named('--- a/');
  return found ?? (head[0] ?? '').replace(/^diff --git a\/.* b\//, '');
}

/** A file without hunks is binary, was renamed, or has another mode: its head says so. */
const notesIn = (head: readonly string[]): readonly PatchLine[] =>
  head.slice(1).map((text) => ({ kind: 'note', text, before: null, after: null }));

function linesIn(rows: readonly string[]): readonly PatchLine[] {
  let before = 0;
  let after = 0;
  return rows.map((row): PatchLine => {
    const hunk = HUNK.exec(row);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      return { kind: 'hunk', text: row, before: null, after: null };
    }
    const text = row.slice(1);
    if (row.startsWith('+')) return { kind: 'come', text, before: null, after: after++ };
    if (row.startsWith('-')) return { kind: 'gone', text, before: before++, after: null };
    if (row.startsWith('\\')) return { kind: 'note', text: row, before: null, after: null };
    return { kind: 'same', text, before: before++, after: after++ };
  });
}
