/** What a person remarked on one line of a diff; `code` is the line, where it is known. */
export type Remark = Readonly<{
  path: string;
  line: number;
  side: 'before' | 'after';
  code: string;
  text: string;
}>;

/** All remarks as one message, in the order of the diff, so that the agent gets one turn for them. */
export function remarksMessage(remarks: readonly Remark[], words = ''): string {
  const parts = remarks.map(({ path, line, side, code, text }) => {
    const where = `${path}:${line}${side === 'before' ? ' (removed line)' : ''}`;
    return `${where}\n${code.trim() === '' ? '' : `> ${code.trim()}\n`}${text.trim()}`;
  });
  const what = parts.length === 1 ? 'this remark' : `these ${parts.length} remarks`;
  const head = parts.length === 0 ? [] : [`I read your diff. Please go through ${what}:`];
  return `${[...(words.trim() === '' ? [] : [words.trim()]), ...head, ...parts].join('\n\n')}\n`;
}

const ON_LINE = /^(\S+):(\d{1,7})[:\s=]\s*(\S.*)$/s;

/** "src/a.ts:12 use the pool" is a remark on a line; null for other words. */
export function parseRemark(text: string): Remark | null {
  const [, path, line, words] = ON_LINE.exec(text.trim()) ?? [];
  if (path === undefined || line === undefined || words === undefined) return null;
  return { path, line: Number(line), side: 'after', code: '', text: words };
}
