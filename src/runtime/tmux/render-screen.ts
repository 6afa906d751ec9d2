import type { ScreenSize } from './control-pane.ts';

/** What tmux is asked about a pane; the answer is read by `renderScreen`. */
export const SCREEN_FORMAT = [
  '#{pane_width}',
  '#{pane_height}',
  '#{cursor_x}',
  '#{cursor_y}',
  '#{cursor_flag}',
  '#{alternate_on}',
  '#{keypad_cursor_flag}',
].join(' ');

const RESET = '\u001bc';
const ALTERNATE = '\u001b[?1049h';
const HIDDEN_CURSOR = '\u001b[?25l';
const CURSOR_KEYS = '\u001b[?1h';
const LINE_END = Buffer.from('\r\n');

/**
 * What a fresh terminal of this size has to be sent to show what the pane shows, with its history above. Null
 * for an answer that is none.
 */
export function renderScreen(
  told: string,
  lines: readonly Buffer[],
): Readonly<{ size: ScreenSize; bytes: Buffer }> | null {
  const numbers = told.trim().split(' ').map(Number);
  const [columns = 0, rows = 0, x = 0, y = 0, hasCursor = 1, isAlternate = 0, hasCursorKeys = 0] = numbers;
  if (!numbers.every(Number.isInteger) || columns < 1 || rows < 1) return null;
  const shown = isAlternate === 1 ? lines.slice(-rows) : lines;
  const start = `${RESET}${isAlternate === 1 ? ALTERNATE : ''}`;
  const modes = `${hasCursor === 0 ? HIDDEN_CURSOR : ''}${hasCursorKeys === 1 ? CURSOR_KEYS : ''}`;
  const end = `\u001b[0m\u001b[${y + 1};${x + 1}H${modes}`;
  const parts = shown.flatMap((line, at) => (at === 0 ? [line] : [LINE_END, line]));
  return { size: { columns, rows }, bytes: Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)]) };
}
