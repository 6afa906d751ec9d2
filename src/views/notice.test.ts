import { expect, test } from 'vitest';
import { aQuestion, aRun, aSession } from '../../tests/store/rows.ts';
import { renderNotice } from './notice.ts';

const asked = {
  is: 'question',
  asker: 'reviewer',
  title: 'Fix the login',
  question: aQuestion({
    id: 'q-1',
    kind: 'merge',
    payload: {},
    text: 'May I\nmerge?',
    options: ['yes', 'no'],
  }),
} as const;
const failed = {
  is: 'session-failed',
  session: aSession({ reason: 'crash', reasonText: 'signal 9' }),
} as const;

test('one question is told by its asker, with what to type', () => {
  expect(renderNotice([asked])).toEqual({
    title: 'Swarm: reviewer asks (merge): Fix the login',
    parts: [
      {
        heading: 'reviewer, merge, 2023-11-14 22:13:20 UTC: Fix the login',
        text: 'May I\nmerge?\n(yes | no)',
        hint: 'swarm answer q-1 …',
        whole: 'swarm questions show q-1',
      },
    ],
  });
});

test('several things are one word with a part for each', () => {
  const { title, parts } = renderNotice([asked, failed]);
  expect(title).toBe('Swarm: 2 things for you');
  expect(parts[1]).toEqual({
    heading: 'scout failed: Look around',
    text: 'signal 9 (crash)',
    hint: 'swarm status 20231114-221320-scout',
  });
});

test('a question is told whole, with what would be unseen made visible', () => {
  const text = `ls\n${'x'.repeat(5_000)}\u202e; rm -rf /`;
  const [part] = renderNotice([{ ...asked, question: aQuestion({ text }) }]).parts;
  expect(part?.text).toBe(`ls\n${'x'.repeat(5_000)}<U+202E>; rm -rf /`);
});

test('a run that failed is told by its workflow and its goal', () => {
  const run = aRun({ id: '1700', workflow: 'research', goal: 'Which store?', reasonText: 'no time left' });
  expect(renderNotice([{ is: 'run-failed', run }])).toEqual({
    title: 'Swarm: the run of research failed: Which store?',
    parts: [{ heading: 'research failed', text: 'Which store?: no time left', hint: 'swarm status 1700' }],
  });
});
