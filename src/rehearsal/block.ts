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
    const opening = readFence(lines[at] ?? '');
    if (!opening) continue;
    const end = findEnd(lines, at + 1, opening);
    if (MARK.test(opening.info)) {
      const source = lines.slice(at + 1, end).join('\n');
      return { source: source.replaceAll('\r', ''), line: at + 2 };
    }
    at = end;
  }
  return undefined;
}

type Fence = Readonly<{ marks: string; info: string }>;

function readFence(line: string): Fence | undefined {
  const [, marks, rest] = FENCE.exec(line) ?? [];
  if (marks === undefined || rest === undefined) return undefined;
  // Three backticks with more of them behind are code within a line.
  if (marks.startsWith('`') && rest.includes('`')) return undefined;
  return { marks, info: rest.trim() };
}

function findEnd(lines: readonly string[], from: number, opening: Fence): number {
  for (let at = from; at < lines.length; at++) {
    const fence = readFence(lines[at] ?? '');
    if (fence?.info === '' && fence.marks.startsWith(opening.marks)) return at;
  }
  return lines.length;
}
