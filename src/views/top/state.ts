import type { Question } from '../../domain/question/question.ts';
import type { OverviewView } from '../session-overview.ts';
import { entriesOf, isSelectable, type Selectable } from './entries.ts';
import type { Key } from './key.ts';

export type Size = Readonly<{ columns: number; rows: number }>;

/** What the keys mean, and what is drawn for it. */
export type Mode =
  | Readonly<{ is: 'list' }>
  | Readonly<{ is: 'help' }>
  | Readonly<{ is: 'filter'; before: string }>
  | Readonly<{ is: 'kill'; sessionId: string }>
  | Readonly<{ is: 'answer'; question: Question; text: string; offset: number }>
  | Readonly<{ is: 'new'; text: string }>;

export type TopState = Readonly<{
  view: OverviewView;
  size: Size;
  mode: Mode;
  filter: string;
  /** Id of a session, or of a question that belongs to none. */
  selected: string | null;
  /** Lines of the list above the screen. */
  offset: number;
  /** What became of the last key, until the next one. */
  notice: string;
}>;

export type TopEvent =
  | Readonly<{ is: 'key'; key: Key }>
  | Readonly<{ is: 'view'; view: OverviewView }>
  | Readonly<{ is: 'size'; size: Size }>
  | Readonly<{ is: 'notice'; text: string }>;

/** What a key asks for beyond the screen. */
export type Wish =
  | Readonly<{ is: 'logs' | 'attach' | 'diff' | 'kill'; sessionId: string }>
  | Readonly<{ is: 'answer'; questionId: string; answer: string }>
  | Readonly<{ is: 'create'; persona: string }>
  | Readonly<{ is: 'quit' | 'suspend' | 'redraw' }>;

export type TopStep = Readonly<{ state: TopState; wish: Wish | null }>;

/** Lines that are not the list's: the head, the line for prompts, the keys. */
const FRAME_LINES = 3;

export const bodyRows = ({ rows }: Size): number => Math.max(1, rows - FRAME_LINES);

export const openTop = (view: OverviewView, size: Size): TopState =>
  settled({ view, size, mode: { is: 'list' }, filter: '', selected: null, offset: 0, notice: '' });

export const listSelectable = ({ view, filter }: TopState): readonly Selectable[] =>
  entriesOf(view, filter).filter(isSelectable);

export const findSelected = (state: TopState): Selectable | undefined =>
  listSelectable(state).find(({ id }) => id === state.selected);

/** The questions of what is selected, oldest first. */
export function questionsOf({ view }: TopState, row: Selectable): readonly Question[] {
  return row.is === 'question'
    ? [row.question]
    : view.questions.filter(({ sessionId }) => sessionId === row.session.id);
}

/** The same state, with a selection that is there and to be seen. `before` had the old selection. */
export function settled(state: TopState, before: TopState = state): TopState {
  const rows = listSelectable(state);
  const isThere = rows.some(({ id }) => id === state.selected);
  const position = listSelectable(before).findIndex(({ id }) => id === state.selected);
  const next = rows[Math.min(Math.max(0, position), rows.length - 1)];
  const selected = isThere ? state.selected : (next?.id ?? null);
  return { ...state, selected, offset: offsetFor({ ...state, selected }) };
}

/** Moves by as little as it takes; the heading of the first session comes with it. */
function offsetFor({ view, filter, selected, offset, size }: TopState): number {
  const entries = entriesOf(view, filter);
  const height = bodyRows(size);
  const most = Math.max(0, entries.length - height);
  const line = entries.findIndex((entry) => isSelectable(entry) && entry.id === selected);
  const isFirst = entries.findIndex(isSelectable) === line;
  const lowest = line - height + 1;
  const within = Math.min(Math.max(offset, lowest), isFirst ? 0 : Math.max(0, line));
  return Math.min(most, Math.max(0, within));
}
