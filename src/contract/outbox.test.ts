import { expect, test } from 'vitest';
import { parseMessageContent } from './message-content.ts';
import { elementName, readOutboxMessage } from './outbox.ts';

const read = (value: unknown) => {
  const it = readOutboxMessage(value);
  if (!it.ok) throw new Error(it.problem);
  return it.message;
};

test('a message in our own form is its content, without the address', () => {
  expect(read({ to: 'reviewer', type: 'question', body: 'Why?' })).toEqual({
    from: null,
    to: 'reviewer',
    content: { type: 'question', body: 'Why?' },
    words: null,
    envelope: null,
  });
  expect(read({ to: 'person', body: 'hello' })).toMatchObject({ words: 'hello', to: 'person' });
});

const enveloped = (type: string, content: Record<string, unknown>) => ({
  id: 'm1',
  timestamp: '2025-11-18T15:30:42Z',
  from: 'researcher',
  to: 'orchestrator',
  type,
  priority: 'high',
  content,
  threadId: 't1',
  requiresResponse: false,
});

const CASES: readonly (readonly [type: string, content: Record<string, unknown>, becomes: object])[] = [
  ['task', { subject: 'Do', body: 'it' }, { type: 'task', body: 'Do\nit' }],
  [
    'finding',
    { subject: 'A leak', body: 'It never closes.', attachments: ['a.ts', { path: 'b.ts' }] },
    { title: 'A leak', body: 'It never closes.', sources: ['a.ts', 'b.ts'] },
  ],
  ['finding', { body: 'It never closes.\nReally.' }, { title: 'It never closes.' }],
  ['review', { subject: 'APPROVED', body: 'All holds.' }, { verdict: 'approved', findings: [] }],
  [
    'review',
    { subject: 'NOT APPROVED: leak', body: 'It leaks.' },
    { verdict: 'changes', findings: [{ about: 'NOT APPROVED: leak', text: 'It leaks.' }] },
  ],
  [
    'review',
    { body: 'see', verdict: 'blocked', findings: [{ about: 'x', text: 'y' }] },
    { verdict: 'blocked' },
  ],
  ['artifact', { subject: 'The plan', attachments: ['plan.md'] }, { path: 'plan.md', summary: 'The plan' }],
  ['result', { subject: 'Done', body: 'All of it' }, { summary: 'Done', body: 'All of it' }],
  ['status', { body: 'half way' }, { body: 'half way' }],
];

test.each(CASES)('a %s in an envelope becomes content of that type', (type, content, becomes) => {
  const message = read(enveloped(type, content));
  expect(message).toMatchObject({ from: 'researcher', to: null });
  expect(message.envelope).toMatchObject({ id: 'm1', priority: 'high', threadId: 't1' });
  expect(parseMessageContent(message.content)).toMatchObject({ ok: true, content: becomes });
});

test('whatever is no message is told how to be one', () => {
  for (const value of [null, 7, 'text', [], { to: 7 }, { from: ['a'] }]) {
    expect(readOutboxMessage(value)).toMatchObject({ ok: false, problem: expect.stringContaining('"type"') });
  }
});

test('an element of a list is named by its id, else by its index', () => {
  expect([{ id: 'a' }, { id: 3 }, { id: '' }, 'x', null].map(elementName)).toEqual([
    'a',
    '3',
    '#2',
    '#3',
    '#4',
  ]);
});
