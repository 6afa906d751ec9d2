import type { ScreenObservation } from '../../domain/agent/screen.ts';

// The input box is between two rules, and its first line begins with this sign. A dialog has other rules.
// Written as a code point: one such letter in a bundle makes every start of the command slower.
const RULE = /^\u2500{10,}/;
const BOX = '❯';
const ESC = '\u001b';
const OTHER: ScreenObservation = { is: 'other' };

/** Reads a screen with its colours, as tmux gives it. */
export function readScreen(screen: string): ScreenObservation {
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

type ScreenParts = Readonly<{ above: readonly string[]; sign: string; below: readonly string[] }>;

// While the agent works, the sign of the box is grey and a line above names the activity. The hint below is
// hidden while a person types, and where it does not fit.
const SIGN_AT_REST = new RegExp(`^(?:${ESC}\\[(?:0|39|49)?m)+${BOX}`);
const SPINNER = /^[\u00b7\u2722\u2733\u2736\u273b\u273d*] .*\u2026/;
const HINT = 'esc to interrupt';

const isAtWork = ({ above, sign, below }: ScreenParts): boolean =>
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

const COMPARED_CHARS = 10;

/** Whether the box holds these words alone: folded up by the CLI, or from first letters to their marker. */
export function isTyped(words: string, typed: string): boolean {
  if (PASTED.test(typed)) return true;
  // What is between is not compared: a terminal may draw it in another way than it was written.
  const marker = bare(words.slice(words.lastIndexOf('\n') + 1));
  const drawn = bare(typed);
  const isMarkedOnce = drawn.endsWith(marker) && drawn.indexOf(marker) === drawn.length - marker.length;
  return isMarkedOnce && drawn.startsWith(bare(words).slice(0, COMPARED_CHARS));
}

/** Without blanks, and without signs that are drawn differently from terminal to terminal. */
const bare = (text: string): string =>
  text.normalize('NFKD').replace(/[\s\p{M}\p{Cf}\p{Extended_Pictographic}]+/gu, '');
