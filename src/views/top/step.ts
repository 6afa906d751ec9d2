import { isOver } from '../../domain/session/session.ts';
import type { Key } from './key.ts';
import { stepPrompt } from './prompt.ts';
import {
  bodyRows,
  findSelected,
  listSelectable,
  type Mode,
  questionsOf,
  settled,
  type TopEvent,
  type TopState,
  type TopStep,
  type Wish,
} from './state.ts';

/** What follows from one event: the next state, and at most one thing to do outside of the screen. */
export function step(state: TopState, event: TopEvent): TopStep {
  switch (event.is) {
    case 'key':
      return stepKey({ ...state, notice: '' }, event.key);
    case 'view':
      return only(settled({ ...state, view: event.view }, state));
    case 'size':
      return only(settled({ ...state, size: event.size }));
    case 'notice':
      return only({ ...state, notice: event.text });
  }
}

const only = (state: TopState): TopStep => ({ state, wish: null });
const wishing = (state: TopState, wish: Wish): TopStep => ({ state, wish });

function stepKey(state: TopState, key: Key): TopStep {
  if (key.is === 'quit' || key.is === 'suspend' || key.is === 'redraw') return wishing(state, { is: key.is });
  switch (state.mode.is) {
    case 'list':
      return stepList(state, key);
    case 'help':
      return only(inMode(state, { is: 'list' }));
    case 'kill':
      return stepKill(state, key, state.mode.sessionId);
    default:
      return stepPrompt({ ...state, mode: state.mode }, key);
  }
}

const inMode = (state: TopState, mode: Mode): TopState => ({ ...state, mode });

/** Only a "y" that was typed by itself kills. */
function stepKill(state: TopState, key: Key, sessionId: string): TopStep {
  const back = inMode(state, { is: 'list' });
  const isMeant = key.is === 'typed' && key.text.toLowerCase() === 'y';
  return isMeant ? wishing(back, { is: 'kill', sessionId }) : only({ ...back, notice: 'Nothing was killed' });
}

/** Keys of the list. A text that is pasted means none of them. */
function stepList(state: TopState, key: Key): TopStep {
  const pressed = key.is === 'typed' ? key.text : key.is;
  return Object.hasOwn(LIST_KEYS, pressed) ? (LIST_KEYS[pressed]?.(state) ?? only(state)) : only(state);
}

const moveBy =
  (count: (state: TopState) => number) =>
  (state: TopState): TopStep => {
    const rows = listSelectable(state);
    const position = rows.findIndex(({ id }) => id === state.selected) + count(state);
    const selected = rows[Math.min(Math.max(0, position), rows.length - 1)]?.id ?? null;
    return only(settled({ ...state, selected }));
  };

const down = moveBy(() => 1);
const up = moveBy(() => -1);
const first = moveBy(() => Number.NEGATIVE_INFINITY);
const last = moveBy(() => Number.POSITIVE_INFINITY);

const onSession =
  (is: 'logs' | 'attach' | 'diff') =>
  (state: TopState): TopStep => {
    const row = findSelected(state);
    return row?.is === 'session'
      ? wishing(state, { is, sessionId: row.session.id })
      : only({ ...state, notice: 'No session is selected' });
  };

function askKill(state: TopState): TopStep {
  const row = findSelected(state);
  if (row?.is !== 'session') return only({ ...state, notice: 'No session is selected' });
  const { session } = row;
  return isOver(session)
    ? only({ ...state, notice: `${session.id} is over already (${session.state})` })
    : only(inMode(state, { is: 'kill', sessionId: session.id }));
}

function openAnswer(state: TopState): TopStep {
  const row = findSelected(state);
  const question = row && questionsOf(state, row)[0];
  return question
    ? only(inMode(state, { is: 'answer', question, text: '', offset: 0 }))
    : only({ ...state, notice: 'It asks nothing' });
}

/** Begins with the persona of the selected session. */
function openNew(state: TopState): TopStep {
  const row = findSelected(state);
  return only(inMode(state, { is: 'new', text: row?.is === 'session' ? row.session.persona : '' }));
}

const LIST_KEYS: Readonly<Record<string, (state: TopState) => TopStep>> = {
  j: down,
  down,
  k: up,
  up,
  'page-down': moveBy(({ size }) => bodyRows(size)),
  'page-up': moveBy(({ size }) => -bodyRows(size)),
  g: first,
  first,
  G: last,
  last,
  enter: onSession('logs'),
  l: onSession('logs'),
  a: onSession('attach'),
  d: onSession('diff'),
  r: openAnswer,
  x: askKill,
  n: openNew,
  '/': (state) => only(inMode(state, { is: 'filter', before: state.filter })),
  '?': (state) => only(inMode(state, { is: 'help' })),
  escape: (state) => only(settled({ ...state, filter: '' })),
  q: (state) => wishing(state, { is: 'quit' }),
};
