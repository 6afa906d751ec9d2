import { textWidth, wrapText } from './text-width.ts';
import { visibleLine } from './visible-text.ts';

/** How wide a box may be, and whether it is drawn with the characters of every terminal. */
export type BoxStyle = Readonly<{ columns: number; isPlain: boolean }>;

const USUAL_WIDTH = 62;
const LEAST_WIDTH = 24;
/** The two borders, and a space beside each. */
const FRAME = 4;
const DEEPER = '  ';

type Border = Readonly<Record<'left' | 'right' | 'across' | 'side' | 'lowerLeft' | 'lowerRight', string>>;
const DRAWN: Border = { left: '┌', right: '┐', across: '─', side: '│', lowerLeft: '└', lowerRight: '┘' };
const PLAIN: Border = { left: '+', right: '+', across: '-', side: '|', lowerLeft: '+', lowerRight: '+' };

/** Signs of ours that not every terminal has. */
const PLAIN_SIGNS: readonly (readonly [string, string])[] = [
  ['🟢', '* '],
  ['🟡', '! '],
  ['⚠️', '! '],
];

/** Lines in a frame with a title. It grows with its lines as far as the terminal allows, then they wrap. */
export function renderBox(title: string, lines: readonly string[], { columns, isPlain }: BoxStyle): string {
  const border = isPlain ? PLAIN : DRAWN;
  const shown = lines.map((line) => shownLine(line, isPlain));
  const wanted = Math.max(...shown.map(textWidth), title.length) + FRAME;
  const width = Math.max(LEAST_WIDTH, Math.min(Math.max(USUAL_WIDTH, wanted), columns));
  const inner = width - FRAME;
  const rows = shown.flatMap((line) => wrapText(line, inner, indentOf(line)));
  const head = `${border.left}${border.across} ${title} `;
  return [
    `${head}${border.across.repeat(Math.max(0, width - textWidth(head) - 1))}${border.right}`,
    ...rows.map(
      (row) => `${border.side} ${row}${' '.repeat(Math.max(0, inner - textWidth(row)))} ${border.side}`,
    ),
    `${border.lowerLeft}${border.across.repeat(width - 2)}${border.lowerRight}`,
    '',
  ].join('\n');
}

/** What others wrote stands in these lines: it can neither break the frame nor speak to the terminal. */
function shownLine(line: string, isPlain: boolean): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const seen = `${indent}${visibleLine(line)}`;
  if (!isPlain) return seen;
  return PLAIN_SIGNS.reduce((text, [sign, plain]) => text.replaceAll(sign, plain), seen);
}

const indentOf = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${DEEPER}`;
