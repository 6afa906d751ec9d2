import { expect, test } from 'vitest';
import { parseMessageContent } from '../contract/message-content.ts';
import type { AgentMessage } from './agent-message.ts';
import { contentOf, wordsOf } from './message.ts';

const CASES: readonly (readonly [string, AgentMessage, unknown])[] = [
  ['a task is its text', { type: 'task', content: 'Do it.' }, { type: 'task', body: 'Do it.' }],
  [
    'a result is its summary',
    { type: 'result', content: { body: 'Done.' } },
    { type: 'result', summary: 'Done.' },
  ],
  [
    'a finding without a title is called by its first words',
    { type: 'finding', content: 'The sky\nis blue.' },
    { type: 'finding', title: 'The sky is blue.', body: 'The sky\nis blue.' },
  ],
  [
    'a subject is the title of a finding',
    { type: 'finding', content: { subject: 'Sky', body: 'Blue.', sources: ['a.md:1'] } },
    { type: 'finding', title: 'Sky', body: 'Blue.', sources: ['a.md:1'] },
  ],
  [
    'a subject of anything else goes before its text',
    { type: 'status', content: { subject: 'Half way', body: 'Two of four.' } },
    { type: 'status', body: 'Half way\nTwo of four.' },
  ],
  [
    'a review keeps its fields',
    {
      type: 'review',
      content: { verdict: 'changes', summary: 'No.', findings: [{ about: 'm1', text: 'why?' }] },
    },
    { type: 'review', verdict: 'changes', summary: 'No.', findings: [{ about: 'm1', text: 'why?' }] },
  ],
];

test.each(CASES)('%s', (_claim, message, expected) => {
  expect(contentOf(message)).toEqual(expected);
  expect(parseMessageContent(contentOf(message)).ok).toBe(true);
});

test('an agent that is told something hears all of its words', () => {
  expect(wordsOf({ content: 'Look again.' })).toBe('Look again.');
  expect(wordsOf({ content: { subject: 'Auth', summary: '', body: 'Look again.' } })).toBe(
    'Auth\nLook again.',
  );
});
