/** What tmux says in control mode, as far as one pane needs it. */
export type ControlEvent =
  | Readonly<{ is: 'output'; pane: string; bytes: Buffer }>
  /** The answer to the next command that is open. */
  | Readonly<{ is: 'reply'; ok: boolean; lines: readonly Buffer[] }>
  /** tmux holds its output back, because it was not read in time. */
  | Readonly<{ is: 'paused'; pane: string }>
  /** A window came, went, or has another size. */
  | Readonly<{ is: 'moved' }>
  | Readonly<{ is: 'exit' }>;

const MOVED: ReadonlySet<string> = new Set(['%layout-change', '%window-close', '%unlinked-window-close']);
const BACKSLASH = 0x5c;
const SPACE = ' ';
/** Between what is told of the output and the output itself. */
const COLON = ' : ';
/** A reply to a command that came in by control mode, and not by the attach itself. */
const OURS = '1';

/** Reads lines of control mode. A reply ends with the numbers that it began with, whatever its text says. */
export class ControlReader {
  #open: Readonly<{ numbers: string; isOurs: boolean }> | null = null;
  #lines: Buffer[] = [];

  push(line: Buffer): ControlEvent | null {
    return this.#open === null ? this.#outside(line) : this.#inside(line, this.#open);
  }

  #inside(line: Buffer, open: Readonly<{ numbers: string; isOurs: boolean }>): ControlEvent | null {
    const ok = isLine(line, `%end ${open.numbers}`);
    if (!ok && !isLine(line, `%error ${open.numbers}`)) {
      this.#lines.push(line);
      return null;
    }
    const lines = this.#lines;
    this.#lines = [];
    this.#open = null;
    return open.isOurs ? { is: 'reply', ok, lines } : null;
  }

  #outside(line: Buffer): ControlEvent | null {
    const [word = '', first = ''] = line.subarray(0, 64).toString('latin1').split(' ');
    if (word === '%begin') return this.#begin(line);
    if (word === '%output') return outputFrom(line, first, line.indexOf(SPACE, word.length + 1) + 1);
    if (word === '%extended-output') return outputFrom(line, first, line.indexOf(COLON) + COLON.length);
    if (word === '%pause') return { is: 'paused', pane: first };
    if (word === '%exit') return { is: 'exit' };
    return MOVED.has(word) ? { is: 'moved' } : null;
  }

  #begin(line: Buffer): null {
    const [, time = '', number = '', flags = ''] = line.toString('latin1').trim().split(' ');
    this.#open = { numbers: `${time} ${number} ${flags}`, isOurs: flags === OURS };
    return null;
  }
}

const isLine = (line: Buffer, text: string): boolean =>
  line.length === text.length && line.toString('latin1') === text;

const outputFrom = (line: Buffer, pane: string, at: number): ControlEvent => ({
  is: 'output',
  pane,
  bytes: unescapeOutput(line.subarray(at)),
});

/** tmux writes control characters and the backslash as a backslash and three octal digits. */
export function unescapeOutput(text: Buffer): Buffer {
  if (!text.includes(BACKSLASH)) return text;
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isEscape = text[at] === BACKSLASH && at + 3 < text.length;
    const code = isEscape ? Number.parseInt(text.toString('latin1', at + 1, at + 4), 8) : Number.NaN;
    bytes[length] = Number.isNaN(code) ? (text[at] ?? 0) : code;
    length += 1;
    if (!Number.isNaN(code)) at += 3;
  }
  return bytes.subarray(0, length);
}
