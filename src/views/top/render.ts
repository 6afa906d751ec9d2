import { pauseText } from '../../domain/pause/pause.ts';
import { fitRows } from '../fit-rows.ts';
import { GROUP_HEADINGS, overviewCells } from '../session-overview.ts';
import { paintState, type Style } from '../style.ts';
import { cutText, textWidth } from '../text-width.ts';
import { visibleLine } from '../visible-text.ts';
import { type Entry, entriesOf } from './entries.ts';
import { HELP_LINES } from './help.ts';
import { clampOffset, questionLines } from './question-lines.ts';
import { bodyRows, findSelected, type Mode, questionsOf, type TopState } from './state.ts';

const MARK = '> ';
const NO_MARK = '  ';
const INDENT = '    ';
const FOOT: Readonly<Record<Mode['is'], string>> = {
  list: 'j/k move l logs a attach d diff r answer x kill n new / filter ? help q quit',
  help: 'any key: back',
  filter: 'Enter: keep the filter  Esc: leave it',
  kill: 'y: kill it  any other key: leave it alone',
  answer: 'Enter: send  Esc: back  Up/Down: read on',
  new: 'Enter: write its task in your editor  Esc: back',
};

/** The whole screen, line by line: as many as it has, none wider. */
export function render(state: TopState, style: Style): readonly string[] {
  const { size, mode } = state;
  const cut = (text: string): string => cutText(text, size.columns);
  const lines = [
    style.bold(cut(headText(state))),
    ...fill(bodyLines(state, style), bodyRows(size)),
    promptText(state, style),
    style.dim(cut(FOOT[mode.is])),
  ];
  return lines.slice(0, size.rows);
}

const fill = (lines: readonly string[], count: number): readonly string[] => [
  ...lines.slice(0, count),
  ...Array.from({ length: Math.max(0, count - lines.length) }, () => ''),
];

function headText({ view, filter }: TopState): string {
  const counts = entriesOf(view, '').flatMap((entry) =>
    entry.is === 'heading' ? [`${entry.count} ${GROUP_HEADINGS[entry.group].toLowerCase()}`] : [],
  );
  const held = view.pause === null ? [] : [visibleLine(pauseText(view.pause))];
  const narrowed = filter === '' ? [] : [`filter: ${visibleLine(filter)}`];
  return ['swarm top', ...held, ...narrowed, ...counts].join('  ');
}

function bodyLines(state: TopState, style: Style): readonly string[] {
  const { mode, size } = state;
  if (mode.is === 'help') return HELP_LINES.map((line) => cutText(line, size.columns));
  if (mode.is === 'answer') {
    const { question, offset } = mode;
    return questionLines(question, size).slice(clampOffset(offset, question, size));
  }
  return listLines(state, style).slice(state.offset);
}

function listLines(state: TopState, style: Style): readonly string[] {
  const { view, filter, selected, size } = state;
  const entries = entriesOf(view, filter);
  if (entries.length === 0) return [filter === '' ? 'No sessions yet: n starts one' : 'Nothing matches'];
  const sessions = entries.flatMap((entry) => (entry.is === 'session' ? [entry.session] : []));
  const cells = sessions.map((session) => overviewCells(session, view.now));
  const rows = fitRows(cells, size.columns - MARK.length);
  const fitted = new Map(sessions.map(({ id }, at) => [id, rows[at] ?? []]));
  return entries.map((entry) => {
    const isSelected = 'id' in entry && entry.id === selected;
    const line = entryLine(entry, { columns: size.columns, style, cells: fitted });
    const marked = 'id' in entry ? `${isSelected ? MARK : NO_MARK}${line}` : line;
    return isSelected ? style.bold(marked) : marked;
  });
}

type Drawing = Readonly<{ columns: number; style: Style; cells: ReadonlyMap<string, readonly string[]> }>;

function entryLine(entry: Entry, { columns, style, cells }: Drawing): string {
  const asked = (indent: number): string => {
    const text = 'question' in entry ? `${entry.question.id}: ${visibleLine(entry.question.text)}` : '';
    return cutText(text, columns - indent);
  };
  switch (entry.is) {
    case 'heading':
      return style.bold(cutText(`${GROUP_HEADINGS[entry.group]} (${entry.count})`, columns));
    case 'session': {
      const [id = '', state = '', ...others] = cells.get(entry.id) ?? [];
      return [id, paintState(style, entry.session.state, state), ...others].join('  ').trimEnd();
    }
    case 'question':
      return asked(MARK.length);
    case 'asked':
      return `${INDENT}${asked(INDENT.length)}`;
    case 'more':
      return cutText(`  … ${entry.count} more (swarm list --all)`, columns);
    case 'gap':
      return '';
  }
}

/** The line that a person types into, or what became of the last key. */
function promptText(state: TopState, style: Style): string {
  const { mode, size, filter, notice } = state;
  switch (mode.is) {
    case 'filter':
      return typedLine('Filter: ', filter, size.columns);
    case 'answer':
      return typedLine('Answer: ', mode.text, size.columns);
    case 'new':
      return typedLine('Start which agent? ', mode.text, size.columns);
    case 'kill':
      return style.yellow(cutText(`Kill session ${mode.sessionId}? [y/N]`, size.columns));
    default:
      return cutText(notice === '' ? hintOf(state) : visibleLine(notice), size.columns);
  }
}

/** What the selected session waits for, where it can be answered here. */
function hintOf(state: TopState): string {
  const row = findSelected(state);
  return state.mode.is === 'list' && row && questionsOf(state, row).length > 0 ? 'It waits: r answers' : '';
}

/** Of a text that is too long its end is shown, where the person types. */
function typedLine(label: string, text: string, columns: number): string {
  const letters = [...visibleLine(`${text}|`).slice(0, -1), '_'];
  let shown = '';
  for (const letter of letters.toReversed()) {
    if (textWidth(label) + textWidth(`${letter}${shown}`) > columns) break;
    shown = `${letter}${shown}`;
  }
  return cutText(`${label}${shown}`, columns);
}
