/** The script inside a prompt, and the line of the prompt that it begins on, counted from 1. */
export type Block = Readonly<{ source: string; line: number }>;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/s;
const MARK = /^(?:rehearsal|yaml[ \t]+rehearsal|script)(?:[ \t]+([\w-]+)(?:[ \t]+(\d+))?)?$/;

/** Whose script to look for: a role, and the number of its script. */
export type ScriptOwner = Readonly<{ role: string; nth: number }>;

const NO_ROLE: ScriptOwner = { role: '', nth: 1 };

/**
 * The first fenced block that is marked as a script: ```rehearsal, or ```rehearsal reviewer 2 for the second
 * script of that role. Precedence: role and number, then the role, then a block without a role. A block
 * quoted inside another one is ignored. A block that is never closed goes on to the end.
 */
export function findBlock(prompt: string, player: ScriptOwner = NO_ROLE): Block | undefined {
  const ranked = listBlocks(prompt).map((block) => ({ block, rank: rankOf(block, player) }));
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  const found = best === 0 ? undefined : ranked.find(({ rank }) => rank === best);
  return found && { source: found.block.source, line: found.block.line };
}

type Marked = Block & Readonly<{ role: string | undefined; nth: string | undefined }>;

function rankOf({ role, nth }: Marked, player: ScriptOwner): number {
  if (role === undefined) return 1;
  if (role !== player.role) return 0;
  if (nth === undefined) return 2;
  return Number(nth) === player.nth ? 3 : 0;
}

function listBlocks(prompt: string): readonly Marked[] {
  const lines = prompt.split('\n');
  const found: Marked[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = readFence(lines[at] ?? '');
    if (!opening) continue;
    const end = findEnd(lines, at + 1, opening);
    const mark = MARK.exec(opening.info);
    if (mark) {
      const source = lines
        .slice(at + 1, end)
        .join('\n')
        .replaceAll('\r', '');
      found.push({ source, line: at + 2, role: mark[1], nth: mark[2] });
    }
    at = end;
  }
  return found;
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
