import * as z from 'zod/mini';
import { parseRemark, type Remark, remarksMessage } from '../../contract/remark.ts';
import { ListReviews } from '../../contract/review.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderMergedSessions } from '../../views/merge-text.ts';
import { renderDropped, renderReviews } from '../../views/review-text.ts';
import { renderSent } from '../../views/sent-text.ts';
import { command } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { mergeNamed } from '../merge-named.ts';
import { askVerb, type Reply, reply } from '../reply.ts';
import { walkReviews } from '../walk-reviews.ts';

const Input = z.extend(ListReviews, {
  accept: z._default(z.boolean(), false),
  drop: z._default(z.boolean(), false),
  sendBack: z.optional(z.string()),
  lines: z._default(z.array(z.string()), []),
});
type Input = z.infer<typeof Input>;
type Reviewed = Outcome<Reply<'session.reviews' | 'session.merge' | 'session.drop' | 'message.send'>>;

export const review = command({
  name: 'review',
  summary: 'Go through finished work: take it, send it back or drop it',
  about: [
    'On a terminal it walks through all that is ready, one by one: result and diff in your pager, then your',
    'decision. Accepting merges it, if merge.check passes there. What is sent back goes on in a successor:',
    'the same conversation and branch. What is dropped stays as a rescue: swarm rescue list.',
    'In a pipe it lists what is ready. With an id and a flag it does that one thing.',
  ].join('\n'),
  examples: [
    'swarm review',
    'swarm review 20251118-153042-developer --accept',
    'swarm review 20251118-153042-developer --send-back "nearly" --line "src/pool.ts:42 close it"',
    'swarm review 20251118-153042-developer --drop',
  ],
  words: [
    {
      name: 'session',
      key: 'names',
      isOptional: true,
      gather: asList,
      about: 'Only these; left out: all that is finished and not merged',
      offers: 'session',
    },
  ],
  flags: [
    { name: 'accept', key: 'accept', about: "Merge them into your branch, if the project's check passes" },
    { name: 'drop', key: 'drop', about: 'Put it away; its commits and files are kept as a rescue' },
    { name: 'send-back', key: 'sendBack', value: 'words', about: 'Let it go on, with these words' },
    {
      name: 'line',
      key: 'lines',
      value: 'path:line words',
      gather: asList,
      about: 'A remark on a line, sent back with the words; may be given again',
    },
  ],
  input: Input,
  run,
  show: {
    'session.reviews': renderReviews,
    'session.merge': renderMergedSessions,
    'session.drop': renderDropped,
    'message.send': renderSent,
  },
});

async function run(host: Host, input: Input, io: Io): Promise<Reviewed> {
  const { names, accept, drop, sendBack, lines } = input;
  const isSentBack = sendBack !== undefined || lines.length > 0;
  if (Number(accept) + Number(drop) + Number(isSentBack) > 1) {
    throw new UsageError('--accept, --drop and --send-back exclude each other', { key: 'accept' });
  }
  if (accept) return mergeNamed(host, { names: named(names, '--accept'), anyway: false }, io);
  if (drop) return askVerb(host, 'session.drop', { sessionId: onlyOne(names, '--drop') });
  if (isSentBack) {
    const body = remarksMessage(lines.map(readRemark), sendBack ?? '');
    return askVerb(host, 'message.send', { to: onlyOne(names, '--send-back'), body, steer: false });
  }
  const ready = await host.ask('session.reviews', { names });
  if (!ready.ok) return ready;
  if (!io.isTerminal || io.isJson || ready.value.length === 0) return reply('session.reviews', ready.value);
  const ports = await host.top();
  if (!ports.ok) return ports;
  await walkReviews({ host, io, ports: ports.value }, ready.value);
  return reply('session.reviews', ready.value, { written: 'text' });
}

function named(names: readonly string[], flag: string): string[] {
  if (names.length > 0) return [...names];
  throw new UsageError(`${flag} needs a session`, { key: 'names', hint: 'What is ready: swarm review' });
}

function onlyOne(names: readonly string[], flag: string): string {
  const [only = '', ...others] = named(names, flag);
  if (others.length === 0) return only;
  throw new UsageError(`${flag} takes one session`, { key: 'names', hint: 'Name one after the other' });
}

function readRemark(text: string): Remark {
  const remark = parseRemark(text);
  if (remark) return remark;
  throw new UsageError(`--line "${text}" names no line`, {
    key: 'lines',
    hint: 'Write path:line words, such as --line "src/pool.ts:42 close it"',
  });
}
