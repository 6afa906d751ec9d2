import { expect, test } from 'vitest';
import { overviewGroup, sampleOverview } from '../../../tests/samples/overview.ts';
import { sampleQuestion, sampleSession } from '../../../tests/samples/session.ts';
import { styleFor } from '../style.ts';
import { textWidth } from '../text-width.ts';
import { readKeys } from './key.ts';
import { render } from './render.ts';
import { openTop, type TopState } from './state.ts';
import { step } from './step.ts';

const SIZE = { columns: 80, rows: 24 };
const PLAIN = styleFor(false);
const opened = openTop(sampleOverview(), SIZE);

const press = (from: TopState, sent: string): TopState =>
  readKeys(sent).keys.reduce((state, key) => step(state, { is: 'key', key }).state, from);
const shown = (state: TopState): string => render(state, PLAIN).join('\n');

test('the list fills a screen of 80 columns and 24 lines, with groups, questions and keys', () => {
  const lines = render(opened, PLAIN);
  expect(lines).toHaveLength(24);
  expect(lines.slice(0, 12)).toEqual([
    'swarm top  2 needs you  1 working  9 done',
    'Needs you (2)',
    '> s-asks    waiting  1m 0s   grafana-validator  Check the dashboards',
    '    q-1: Which datasource?',
    '  q-2: Go on with the loop?',
    '',
    'Working (1)',
    '  s-works   working  5s      grafana-validator  Mend it',
    '',
    'Done (9)',
    '  s-failed  failed   0s ago  grafana-validator  Check the dashboards',
    '  … 8 more (swarm list --all)',
  ]);
  expect(lines.slice(-2)).toEqual([
    'It waits: r answers',
    'j/k move l logs a attach d diff r answer x kill n new / filter ? help q quit',
  ]);
});

test('whatever its size and mode, no line is wider than the screen and none is too many', () => {
  const wide = sampleSession({ id: 's-wide', title: 'ログインの修正とテストの追加 '.repeat(9) });
  const long = sampleQuestion({ id: 'q-9', sessionId: 's-wide', text: 'Why? \n'.repeat(90) });
  const view = sampleOverview({ groups: [overviewGroup('needs-you', wide)], questions: [long] });
  for (const columns of [20, 39, 80, 200]) {
    for (const rows of [4, 10, 24]) {
      for (const keys of ['', '?', '/wi', 'x', 'rlong answer '.repeat(30), 'n']) {
        const lines = render(press(openTop(view, { columns, rows }), keys), PLAIN);
        expect([columns, rows, keys, lines.length]).toEqual([columns, rows, keys, rows]);
        expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(columns);
      }
    }
  }
});

test('an answer is given with the whole question in view, read on with the arrows', () => {
  const text = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  const view = sampleOverview({ questions: [sampleQuestion({ id: 'q-1', sessionId: 's-asks', text })] });
  const asked = press(openTop(view, SIZE), 'rlo');
  expect(shown(asked)).toContain('q-1');
  expect(shown(asked)).toContain('line 0');
  expect(shown(asked)).not.toContain('line 39');
  expect(shown(asked)).toContain('Answer: lo_');
  const below = press(asked, '\u001b[6~\u001b[6~\u001b[6~');
  expect(shown(below)).toContain('line 39');
  expect(shown(below)).toContain('Answers: prometheus | loki');
  expect(shown(press(below, '\u001b[A'))).not.toBe(shown(below));
});

test('a kill names its session, the filter its letters, and help its keys', () => {
  expect(shown(press(opened, 'x'))).toContain('Kill session s-asks? [y/N]');
  expect(shown(press(opened, '/men'))).toContain('Filter: men_');
  expect(shown(press(opened, '/zzz'))).toContain('Nothing matches');
  expect(shown(press(opened, 'n'))).toContain('Start which agent? grafana-validator_');
  expect(shown(press(opened, '?'))).toContain('kill it; asks first');
});

test('what agents wrote is shown and not obeyed', () => {
  const evil = 'before\u001b[2J\u202eafter';
  const view = sampleOverview({
    groups: [overviewGroup('needs-you', sampleSession({ id: 's-asks', title: evil }))],
    questions: [sampleQuestion({ id: 'q-1', sessionId: 's-asks', text: evil, options: [evil] })],
  });
  const top = openTop(view, SIZE);
  const noticed = step(top, { is: 'notice', text: evil }).state;
  for (const state of [top, press(top, 'r'), noticed]) {
    for (const letter of ['\u001b', '\u202e']) expect(shown(state)).not.toContain(letter);
    expect(shown(state)).toContain('before<U+001B>[2J<U+202E>after');
  }
});

test('a pause and an empty project say so', () => {
  const pause = { id: 'p-1', since: 0, by: 'ada', reason: 'main is red', endedAt: null };
  expect(shown(openTop(sampleOverview({ pause }), SIZE))).toContain('main is red');
  const empty = sampleOverview({ groups: [], questions: [] });
  expect(shown(openTop(empty, SIZE))).toContain('No sessions yet: n starts one');
});
