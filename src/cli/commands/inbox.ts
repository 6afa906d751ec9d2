import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { ReadInbox } from '../../contract/message.ts';
import { renderSecond } from '../../views/time.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const inbox = command({
  name: 'inbox',
  summary: 'Show messages to you or, inside a session, to its agent',
  examples: ['swarm inbox', 'swarm inbox --json'],
  flags: [TIMEOUT_FLAG],
  input: z.extend(ReadInbox, { timeoutMs: z.optional(z.int()) }),
  run: asks('message.inbox'),
  show: { 'message.inbox': renderInbox },
});

function renderInbox(messages: ValueOf<'message.inbox'>): string {
  const lines = messages.map(({ from, body, at }) => `${renderSecond(at)} ${from}\n${indented(body)}\n`);
  return lines.join('') || 'No messages\n';
}

const indented = (body: string): string => body.replaceAll(/^/gm, '  ');
