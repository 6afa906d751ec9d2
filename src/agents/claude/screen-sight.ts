import type { ScreenSight } from '../../domain/agent/screen.ts';

// The input box is between two rules, and its first line begins with this sign. A dialog has other rules.
// Written as a code point: one such letter in a bundle makes every start of the command slower.
const RULE = /^\u2500{10,}/;
const BOX = '❯';
const ESC = '\u001b';
const OTHER: ScreenSight = { is: 'other' };

/** Reads a screen with its colours, as tmux gives it. */
export function readScreen(screen: string): ScreenSight {
  const drawn = screen.split('\n');
  const lines = drawn.map(solid);
  const bottom = lines.findLastIndex((line) => RULE.test(line));
  const top = lines.slice(0, Math.max(0, bottom)).findLastIndex((line) => RULE.test(line));
  const sign = drawn[top + 1] ?? '';
  if (top < 0 || !plain(sign).startsWith(BOX)) return OTHER;
  // While the agent works, the sign itself may be faint.
  const typed = lines.slice(top + 1, bottom).join('\n');
  return {
    is: 'box',
    typed: (typed.startsWith(BOX) ? typed.slice(BOX.length) : typed).trim(),
    isAtWork: isAtWork({
      above: drawn.slice(0, top).map(plain),
      sign,
      below: drawn.slice(bottom + 1).map(plain),
    }),
  };
}

type Drawn = Readonly<{ above: readonly string[]; sign: string; below: readonly string[] }>;

// While the agent works, the sign of the box is grey and a line above names the activity. The hint below is
// hidden while a person types, and where it does not fit.
const SIGN_AT_REST = new RegExp(`^(?:${ESC}\\[(?:0|39|49)?m)+${BOX}`);
const SPINNER = /^[\u00b7\u2722\u2733\u2736\u273b\u273d*] .*\u2026/;
const HINT = 'esc to interrupt';

const isAtWork = ({ above, sign, below }: Drawn): boolean =>
  !SIGN_AT_REST.test(sign) ||
  above.some((line) => SPINNER.test(line)) ||
  below.some((line) => line.includes(HINT));

const STYLE = new RegExp(`${ESC}\\[[\\d;]*m`, 'g');
const plain = (line: string): string => line.replace(STYLE, '');

const STYLED = /^([\d;]*)m(.*)$/;
const FAINT = '2';
const INVERSE = '7';
const RESET = '0;';
const PLAIN = new Set(['', '0', '22']);

/** The text of a line without suggestions, which are drawn faint and vanish as soon as a person types. */
function solid(line: string): string {
  const [start = '', ...parts] = line.split(`${ESC}[`);
  let text = start;
  let isFaint = false;
  let cursor = '';
  for (const part of parts) {
    const [, styles = '', words = ''] = STYLED.exec(part) ?? [];
    const isReset = styles.startsWith(RESET);
    const style = isReset ? styles.slice(RESET.length) : styles;
    if (isReset) isFaint = false;
    isFaint = style === FAINT || (isFaint && !PLAIN.has(style));
    // The letter under the cursor belongs to what follows it.
    if (style === INVERSE) cursor = words;
    else if (words !== '') {
      text += isFaint ? '' : cursor + words;
      cursor = '';
    }
  }
  return (text + cursor).trimEnd();
}

const PASTED = /^\[Pasted text #\d+( \+\d+ lines)?\]$/;

/** Whether the box contains this text: verbatim, or folded up by the CLI. */
export const isTyped = (words: string, typed: string): boolean =>
  PASTED.test(typed) || withoutBlanks(words) === withoutBlanks(typed);

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
