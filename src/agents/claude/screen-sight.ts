import type { ScreenSight } from '../../domain/agent/screen.ts';

// The input box stands between two rules, and its first line begins with this sign. A dialog has other rules.
// Written as a number, because one such letter in a bundle makes every start of the command slower.
const RULE = /^\u2500{10,}/;
const BOX = '❯';
const OTHER: ScreenSight = { is: 'other' };

/** Reads a screen with its colours, as tmux gives it. */
export function readScreen(screen: string): ScreenSight {
  const lines = screen.split('\n').map(solid);
  const bottom = lines.findLastIndex((line) => RULE.test(line));
  const top = lines.slice(0, Math.max(0, bottom)).findLastIndex((line) => RULE.test(line));
  const [first, ...more] = top < 0 ? [] : lines.slice(top + 1, bottom);
  if (!first?.startsWith(BOX)) return OTHER;
  return { is: 'box', typed: [first.slice(BOX.length), ...more].join('\n').trim() };
}

const STYLED = /^([\d;]*)m(.*)$/;
const FAINT = '2';
const INVERSE = '7';
const PLAIN = new Set(['', '0', '22']);

/** The text of a line without what is only suggested: that is drawn faint, and goes when somebody types. */
function solid(line: string): string {
  const [start = '', ...parts] = line.split('\u001b[');
  let text = start;
  let isFaint = false;
  let cursor = '';
  for (const part of parts) {
    const [, style = '', words = ''] = STYLED.exec(part) ?? [];
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

/** Whether what stands in the box is these words: as they are, or folded up by the CLI. */
export const isTyped = (words: string, typed: string): boolean =>
  PASTED.test(typed) || withoutBlanks(words) === withoutBlanks(typed);

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
