import { expect, test } from 'vitest';
import { aQuestion, aRun, aSession } from '../../tests/store/rows.ts';
import { renderNotice } from './notice.ts';

const asked = {
  is: 'question',
  asker: 'reviewer',
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
    title: 'Swarm: reviewer asks (merge)',
    parts: [
      {
        heading: 'reviewer, merge, 2023-11-14 22:13:20 UTC',
        text: 'May I merge? (yes | no)',
        hint: 'swarm answer q-1 …',
      },
    ],
  });
});

test('several things are one word with a part for each', () => {
  const { title, parts } = renderNotice([asked, failed]);
  expect(title).toBe('Swarm: 2 things for you');
  expect(parts[1]).toEqual({
    heading: 'scout failed',
    text: 'crash: signal 9',
    hint: 'swarm status 20231114-221320-scout',
  });
});

test('nothing that an agent says is longer than a person would read', () => {
  const [part] = renderNotice([{ ...asked, question: aQuestion({ text: 'x'.repeat(100_000) }) }]).parts;
  expect(part?.text.length).toBe(1_000);
});

test('a run that failed is told by its workflow and its goal', () => {
  const run = aRun({ id: '1700', workflow: 'research', goal: 'Which store?', reasonText: 'no time left' });
  expect(renderNotice([{ is: 'run-failed', run }])).toEqual({
    title: 'Swarm: the run of research failed',
    parts: [{ heading: 'research failed', text: 'Which store?: no time left', hint: 'swarm status 1700' }],
  });
});
