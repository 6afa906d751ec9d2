import type { Key } from './key.ts';
import { clampOffset } from './question-lines.ts';
import { bodyRows, type Mode, settled, type TopState, type TopStep } from './state.ts';

type Prompt = Extract<Mode, { is: 'filter' | 'answer' | 'new' }>;
type Prompting = TopState & Readonly<{ mode: Prompt }>;

const LONGEST = 20_000;

/** A line that the person types: Enter sends it, Escape leaves it. */
export function stepPrompt(state: Prompting, key: Key): TopStep {
  switch (key.is) {
    case 'typed':
    case 'pasted':
      return typed(state, `${textOf(state)}${asLine(key.text)}`.slice(0, LONGEST));
    case 'erase':
      return typed(state, [...textOf(state)].slice(0, -1).join(''));
    case 'erase-all':
      return typed(state, '');
    case 'enter':
      return sent(state);
    case 'escape':
      return left(state);
    default:
      return { state: scrolled(state, key), wish: null };
  }
}

// A line feed in a pasted text must not send it.
const asLine = (text: string): string => text.replaceAll(/[\p{Cc}]+/gu, ' ');

const textOf = ({ mode, filter }: Prompting): string => (mode.is === 'filter' ? filter : mode.text);

const typed = (state: Prompting, text: string): TopStep => ({
  state:
    state.mode.is === 'filter'
      ? settled({ ...state, filter: text }, state)
      : { ...state, mode: { ...state.mode, text } },
  wish: null,
});

function sent(state: Prompting): TopStep {
  const { mode } = state;
  const text = textOf(state).trim();
  const back: TopState = { ...state, mode: { is: 'list' } };
  if (mode.is === 'filter') return { state: back, wish: null };
  if (text === '') return left(state);
  return mode.is === 'answer'
    ? { state: back, wish: { is: 'answer', questionId: mode.question.id, answer: text } }
    : { state: back, wish: { is: 'create', persona: text } };
}

function left(state: Prompting): TopStep {
  const { mode } = state;
  const back: TopState = { ...state, mode: { is: 'list' } };
  if (mode.is === 'filter') return { state: settled({ ...back, filter: mode.before }, state), wish: null };
  const notice = mode.is === 'answer' ? 'Nothing was answered' : 'Nothing was started';
  return { state: { ...back, notice }, wish: null };
}

/** A long question is read on with the keys that move. */
function scrolled(state: Prompting, { is }: Key): TopState {
  const { mode, size } = state;
  if (mode.is !== 'answer') return state;
  const page = bodyRows(size) - 1;
  const moves: Readonly<Record<string, number>> = { up: -1, down: 1, 'page-up': -page, 'page-down': page };
  const offset = clampOffset(mode.offset + (moves[is] ?? 0), mode.question, size);
  return { ...state, mode: { ...mode, offset } };
}
