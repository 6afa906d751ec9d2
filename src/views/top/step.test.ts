import { expect, test } from 'vitest';
import { overviewGroup, sampleOverview } from '../../../tests/samples/overview.ts';
import { sampleSession } from '../../../tests/samples/session.ts';
import { readKeys } from './key.ts';
import { openTop, type TopState, type Wish } from './state.ts';
import { step } from './step.ts';

const SIZE = { columns: 80, rows: 24 };
const opened = openTop(sampleOverview(), SIZE);

/** The state after these keys, and what they asked for. */
function press(from: TopState, sent: string): Readonly<{ state: TopState; wishes: readonly Wish[] }> {
  const wishes: Wish[] = [];
  const state = readKeys(sent).keys.reduce((before, key) => {
    const { state: after, wish } = step(before, { is: 'key', key });
    if (wish !== null) wishes.push(wish);
    return after;
  }, from);
  return { state, wishes };
}

const selectedAfter = (sent: string): string | null => press(opened, sent).state.selected;

test('j, k and arrows move over sessions and over questions of no session, and stop at both ends', () => {
  expect(opened.selected).toBe('s-asks');
  expect(['j', 'jj', 'jjj', 'jjjj', 'jjk', '\u001b[B', 'G', 'Gg', 'kk'].map(selectedAfter)).toEqual([
    'q-2',
    's-works',
    's-failed',
    's-failed',
    'q-2',
    'q-2',
    's-failed',
    's-asks',
    's-asks',
  ]);
});

test('l and Enter ask for logs, a for the pane, d for the diff of what is selected', () => {
  expect(press(opened, 'l\rad').wishes).toEqual([
    { is: 'logs', sessionId: 's-asks' },
    { is: 'logs', sessionId: 's-asks' },
    { is: 'attach', sessionId: 's-asks' },
    { is: 'diff', sessionId: 's-asks' },
  ]);
  expect(press(opened, 'jl')).toMatchObject({ wishes: [], state: { notice: 'No session is selected' } });
});

test('r opens the oldest question of what is selected, and Enter answers it with the words typed', () => {
  const asked = press(opened, 'r').state;
  expect(asked.mode).toMatchObject({ is: 'answer', question: { id: 'q-1' } });
  const { state, wishes } = press(asked, 'lokj\u007fi \r');
  expect([state.mode, wishes]).toEqual([
    { is: 'list' },
    [{ is: 'answer', questionId: 'q-1', answer: 'loki' }],
  ]);
  expect(press(opened, 'jr').state.mode).toMatchObject({ question: { id: 'q-2' } });
  expect(press(opened, 'jjr').state).toMatchObject({ mode: { is: 'list' }, notice: 'It asks nothing' });
});

test('a question that is open on the screen stays the one that is answered', () => {
  const typed = press(opened, 'rlo').state;
  const { state } = step(typed, { is: 'view', view: sampleOverview({ questions: [] }) });
  expect(press(state, 'ki\r').wishes).toEqual([{ is: 'answer', questionId: 'q-1', answer: 'loki' }]);
});

test('Escape and an empty line answer nothing', () => {
  for (const keys of ['rno', 'r  \r']) {
    const { state, wishes } = press(opened, keys);
    const left = keys.endsWith('\r') ? state : step(state, { is: 'key', key: { is: 'escape' } }).state;
    expect([left.mode, left.notice, wishes]).toEqual([{ is: 'list' }, 'Nothing was answered', []]);
  }
});

test('x asks, and only a typed y kills', () => {
  expect(press(opened, 'x').state.mode).toEqual({ is: 'kill', sessionId: 's-asks' });
  expect(press(opened, 'xy').wishes).toEqual([{ is: 'kill', sessionId: 's-asks' }]);
  for (const no of ['n', '\r', 'x', '\u001b[200~y\u001b[201~']) {
    expect(press(opened, `x${no}`)).toMatchObject({ wishes: [], state: { notice: 'Nothing was killed' } });
  }
  expect(press(opened, 'Gx').state).toMatchObject({
    mode: { is: 'list' },
    notice: 's-failed is over already (failed)',
  });
});

test('what was asked about is killed, although the list has moved meanwhile', () => {
  const asking = press(opened, 'x').state;
  const view = sampleOverview({ groups: [overviewGroup('working', sampleSession({ id: 's-new' }))] });
  const moved = step(asking, { is: 'view', view }).state;
  expect(press(moved, 'y').wishes).toEqual([{ is: 'kill', sessionId: 's-asks' }]);
});

test('n asks for the persona, beginning with that of the selected session', () => {
  expect(press(opened, 'n\r').wishes).toEqual([{ is: 'create', persona: 'grafana-validator' }]);
  expect(press(opened, 'n\u0015reviewer\r').wishes).toEqual([{ is: 'create', persona: 'reviewer' }]);
});

test('/ narrows while it is typed; Enter keeps the filter, Escape brings back the one before', () => {
  const narrowed = press(opened, '/MEND').state;
  expect([narrowed.filter, narrowed.selected]).toEqual(['MEND', 's-works']);
  const kept = press(narrowed, '\r').state;
  expect([kept.mode, kept.filter]).toEqual([{ is: 'list' }, 'MEND']);
  const again = press(kept, '/zzz').state;
  expect(again.selected).toBe(null);
  const left = step(again, { is: 'key', key: { is: 'escape' } }).state;
  expect([left.filter, left.selected]).toEqual(['MEND', 's-works']);
  expect(step(left, { is: 'key', key: { is: 'escape' } }).state.filter).toBe('');
});

test('a pasted text means no keys in the list, and one line in a prompt', () => {
  const pasted = '\u001b[200~xy\nq\u001b[201~';
  expect(press(opened, pasted)).toEqual({ state: opened, wishes: [] });
  expect(press(opened, `r${pasted}\r`).wishes).toEqual([{ is: 'answer', questionId: 'q-1', answer: 'xy q' }]);
});

test('the selection stays with its session, and goes to the next one when that leaves the list', () => {
  const at = press(opened, 'jj').state;
  const swapped = sampleOverview({ groups: [...sampleOverview().groups].reverse() });
  expect(step(at, { is: 'view', view: swapped }).state.selected).toBe('s-works');
  const [asks, , done] = sampleOverview().groups;
  const fewer = sampleOverview({ groups: [asks, done].flatMap((group) => group ?? []) });
  expect(step(at, { is: 'view', view: fewer }).state.selected).toBe('s-failed');
  const none = step(at, { is: 'view', view: sampleOverview({ groups: [], questions: [] }) }).state;
  expect([none.selected, press(none, 'jklxrd').wishes]).toEqual([null, []]);
});

test('the selected line is on the screen, however small that is', () => {
  const many = Array.from({ length: 100 }, (_, at) => sampleSession({ id: `s-${at}` }));
  const view = sampleOverview({ groups: [overviewGroup('working', ...many)], questions: [] });
  const small = openTop(view, { columns: 80, rows: 10 });
  expect(press(small, 'G').state).toMatchObject({ selected: 's-99', offset: 94 });
  expect(press(small, 'Gkkk').state.offset).toBe(94);
  expect(press(small, 'Gg').state.offset).toBe(0);
  expect(press(small, '\u0006').state.selected).toBe('s-7');
  const taller = step(press(small, 'G').state, { is: 'size', size: { columns: 80, rows: 200 } });
  expect(taller.state.offset).toBe(0);
});

test('q and Ctrl-C quit, Ctrl-Z stops; Ctrl-C also out of a prompt, where q is a letter', () => {
  expect(press(opened, 'q\u0003\u001a\f').wishes.map(({ is }) => is)).toEqual([
    'quit',
    'quit',
    'suspend',
    'redraw',
  ]);
  expect(press(opened, 'rq\u0003').wishes).toEqual([{ is: 'quit' }]);
  expect(press(opened, '?q')).toEqual({ state: opened, wishes: [] });
});

test('what was told stays until the next key', () => {
  const told = step(opened, { is: 'notice', text: 'Answered q-1' }).state;
  expect(step(told, { is: 'view', view: sampleOverview() }).state.notice).toBe('Answered q-1');
  expect(press(told, 'j').state.notice).toBe('');
});
