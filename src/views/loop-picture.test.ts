import { expect, test } from 'vitest';
import { aLoop } from '../../tests/samples/loop.ts';
import { sampleQuestion, sampleSession } from '../../tests/samples/session.ts';
import type { Session } from '../domain/session/session.ts';
import { type LoopRow, type LoopScene, renderLoopPicture } from './loop-picture.ts';
import { styleFor } from './style.ts';
import { textWidth } from './text-width.ts';

const PLAIN = styleFor(false);
const row = (changes: Partial<Session>, more: Partial<LoopRow> = {}): LoopRow => ({
  session: sampleSession({ startedAt: 1_000, endedAt: null, ...changes }),
  costUsd: 0.25,
  question: null,
  ...more,
});
const iteration = { number: 1, sessionId: 's', workId: 'w', gate: null, isGreen: false, reds: 0 };
const scene = (rows: readonly LoopRow[]): LoopScene => ({
  loop: aLoop({
    id: 'loop-7',
    doneCount: 2,
    failedCount: 1,
    atWork: [iteration, { ...iteration, isAside: true }],
  }),
  rows,
  costUsd: 1.5,
  now: 91_000,
});

test('a picture of a loop shows each item with its title, state, time and cost, and who waits', () => {
  const question = sampleQuestion({ id: 'q-1', text: 'Which\u001b[2J one?' });
  const rows = [
    row({ id: 'a', title: 'Mend the login', state: 'completed', endedAt: 31_000 }),
    row({ id: 'b', title: '', state: 'waiting' }, { question }),
  ];
  const lines = renderLoopPicture(scene(rows), { columns: 80, rows: 30 }, PLAIN);
  expect(lines.slice(0, 2)).toEqual([
    'loop-7: running',
    '2 done, 1 failed, 1 at work, 1 set aside, 1m 30s, $1.50',
  ]);
  expect(lines[2]).toMatch(/^Mend the login +completed +30s +\$0\.25$/);
  expect(lines[3]).toMatch(/^b +waiting +1m 30s +\$0\.25$/);
  expect(lines.slice(4)).toEqual(['? Which<U+001B>[2J one?', '  swarm answer q-1 prometheus | loki']);
});

test.each([
  [20, 8],
  [40, 10],
  [80, 24],
  [200, 60],
])(
  'a picture of 100 items fits into %i columns and %i rows, and what is at work stays in it',
  (columns, rows) => {
    const question = sampleQuestion({ text: '字'.repeat(200) });
    const ended = Array.from({ length: 99 }, (_, nth) =>
      row({ id: `s-${nth}`, title: `字 ${nth} ${'x'.repeat(nth)}`, state: 'completed' }),
    );
    const live = row({ id: 'live', title: 'L', state: 'working' }, { question });
    const lines = renderLoopPicture(scene([live, ...ended]), { columns, rows }, PLAIN);
    expect(lines.length).toBeLessThan(rows);
    for (const line of lines) expect(textWidth(line)).toBeLessThan(columns);
    expect(lines.some((line) => line.includes('working') || line.startsWith('L'))).toBe(true);
  },
);

test("the loop's own question stands in the head", () => {
  const asking = { ...scene([]), loop: aLoop({ state: 'waiting', questionId: 'q-9' }) };
  expect(renderLoopPicture(asking, { columns: 80, rows: 20 }, PLAIN)).toContain('? swarm answer q-9 "…"');
});
