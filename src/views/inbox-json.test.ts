import { expect, test } from 'vitest';
import { LONE, type Message } from '../domain/message/message.ts';
import { renderInboxJson } from './inbox-json.ts';

const message: Message = {
  ...LONE,
  id: 'm-1',
  sender: 'session:1-ann',
  recipient: 'bob',
  body: 'Why?',
  turnId: null,
  fromRole: 'ann',
  toRole: 'bob',
  type: 'question',
  content: { body: 'Why?' },
  createdAt: 0,
};

test('an inbox shows who wrote what, and how far it has come', () => {
  const entries = [
    { message, at: 1_000, turnState: 'seen' as const },
    { message: { ...message, id: 'm-2' }, at: 2_000, turnState: null },
  ];
  expect(JSON.parse(renderInboxJson({ role: 'bob', total: 7, entries }))).toEqual({
    role: 'bob',
    total: 7,
    older: 5,
    messages: [
      {
        id: 'm-1',
        from: 'ann',
        to: 'bob',
        type: 'question',
        body: 'Why?',
        content: { body: 'Why?' },
        at: '1970-01-01T00:00:01Z',
        receipt: 'seen',
      },
      expect.objectContaining({ id: 'm-2', receipt: null }),
    ],
  });
});
