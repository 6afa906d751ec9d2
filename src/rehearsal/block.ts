/** The script inside a prompt, and the line of the prompt that it begins on, counted from 1. */
export type Block = Readonly<{ source: string; line: number }>;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/s;
const MARK = /^(?:rehearsal|yaml[ \t]+rehearsal|script)$/;

/**
 * The first fenced block that is marked as a script: ```rehearsal. One that is quoted inside another block
 * is not meant. A block that is never closed goes on to the end.
 */
export function findBlock(prompt: string): Block | undefined {
  const lines = prompt.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, fence, info] = FENCE.exec(lines[at] ?? '') ?? [];
    if (fence === undefined || info === undefined) continue;
    const end = findEnd(lines, at + 1, fence);
    if (MARK.test(info.trim()))
      return {
        source: lines
          .slice(at + 1, end)
          .join('\n')
          .replaceAll('\r', ''),
        line: at + 2,
      };
    at = end;
  }
  return undefined;
}

function findEnd(lines: readonly string[], from: number, opening: string): number {
  for (let at = from; at < lines.length; at++) {
    const [, fence, info] = FENCE.exec(lines[at] ?? '') ?? [];
    if (
      fence !== undefined &&
      info?.trim() === '' &&
      fence[0] === opening[0] &&
      fence.length >= opening.length
    )
      return at;
  }
  return lines.length;
}
