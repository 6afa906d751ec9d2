/** What a person remarked on one line of a diff. */
export type Comment = Readonly<{
  path: string;
  line: number;
  side: 'before' | 'after';
  code: string;
  text: string;
}>;

/** All comments as one message, in the order of the diff, so that the agent gets one turn for them. */
export function messageOf(comments: readonly Comment[]): string {
  const parts = comments.map(({ path, line, side, code, text }) => {
    const where = `${path}:${line}${side === 'before' ? ' (removed line)' : ''}`;
    return `${where}\n> ${code.trim()}\n${text.trim()}`;
  });
  const what = parts.length === 1 ? 'this remark' : `these ${parts.length} remarks`;
  return `I read your diff. Please go through ${what}:\n\n${parts.join('\n\n')}\n`;
}
