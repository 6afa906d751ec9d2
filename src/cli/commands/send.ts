import * as z from 'zod/mini';
import { isSessionName } from '../../contract/id.ts';
import { contentOf, isTyped, MESSAGE_TYPES, Post, VERDICTS } from '../../contract/post.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { oneLine } from '../../views/one-line.ts';
import { renderSent } from '../../views/sent-text.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import { askVerb, type Reply } from '../reply.ts';

const Input = z.extend(Post, {
  words: z._default(z.array(z.string()).check(z.maxLength(1000)), []),
  steer: z._default(z.boolean(), false),
  timeoutMs: z.optional(z.int()),
});
type Input = z.infer<typeof Input>;
export const send = command({
  name: 'send',
  summary: 'Send a message to a session as its next turn',
  about:
    'A session that has ended goes on in a successor: the same conversation, workspace, branch and title.\n' +
    'Inside a run, a message with --type goes where the workflow says; a question names its role.\n' +
    'The words are the body of it, or the summary of a review, an artifact or a result.',
  examples: [
    'swarm send 20251118-153042-reviewer "look at src/store too"',
    'swarm send @last "the tests are red now: mend them"',
    'swarm send 20251118-153042-reviewer - < notes.md',
    'swarm send 20251118-153042-reviewer --steer "stop at the store"',
    'swarm send --type finding --title "Leak in the pool" --source src/pool.ts:42 "It never closes."',
    'swarm send --type review --verdict changes --finding "src/pool.ts: no test" "Nearly there."',
  ],
  words: [
    {
      name: 'to text|-',
      key: 'words',
      about: 'A session, a role, or person; then the message, or - for stdin',
      gather: asList,
      isOptional: true,
      offers: 'session',
    },
  ],
  flags: [
    {
      name: 'steer',
      key: 'steer',
      about: 'Do not wait until it rests: an agent at work reads it at its next safe boundary',
    },
    {
      name: 'type',
      key: 'type',
      value: 'type',
      about: `Inside a run: ${MESSAGE_TYPES.join(', ')}`,
      offers: MESSAGE_TYPES,
    },
    { name: 'title', key: 'title', value: 'text', about: 'Title of a finding' },
    {
      name: 'path',
      key: 'path',
      value: 'file',
      about: 'File of an artifact, inside of the workspace',
      offers: 'file',
    },
    {
      name: 'verdict',
      key: 'verdict',
      value: 'word',
      about: `Of a review: ${VERDICTS.join(', ')}`,
      offers: VERDICTS,
    },
    {
      name: 'finding',
      key: 'findings',
      value: 'about: text',
      about: 'One thing that a review found',
      gather: asList,
    },
    { name: 'source', key: 'sources', value: 'text', about: 'Where a finding comes from', gather: asList },
    {
      name: 'confidence',
      key: 'confidence',
      value: 'word',
      about: 'Of a finding: low, medium, high',
      offers: ['low', 'medium', 'high'],
    },
    { name: 'content', key: 'content', value: 'json', about: 'The whole message as JSON, with its type' },
    TIMEOUT_FLAG,
  ],
  input: Input,
  run,
  show: { 'message.send': renderSent },
});

async function run(host: Host, input: Input): Promise<Outcome<Reply<'message.send'>>> {
  const { to, said } = isTyped(input) ? splitTyped(input) : splitPlain(input);
  const text = said === '-' ? await host.readText('-') : answered(said);
  if (!text.ok) return text;
  const content = isTyped(input) ? readContent(input, text.value) : undefined;
  const message = { to: to === undefined ? undefined : named(to), body: text.value, content };
  const { steer, timeoutMs } = input;
  return askVerb(host, 'message.send', { ...message, steer: steer && content === undefined }, { timeoutMs });
}

type Split = Readonly<{ to: string | undefined; said: string }>;

function splitPlain({ words: [to, ...said] }: Input): Split {
  if (to === undefined || said.length === 0) throw missing(to === undefined ? 'to' : 'text|-');
  return { to, said: said.join(' ') };
}

/** With two words or more the first names who it is for. */
function splitTyped({ words, content }: Input): Split {
  const isAddressed = words.length > 1 || (content !== undefined && words.length === 1);
  return { to: isAddressed ? words[0] : undefined, said: words.slice(isAddressed ? 1 : 0).join(' ') };
}

function readContent(input: Input, text: string): unknown {
  const read = contentOf(input, text);
  if (!read.ok) throw new UsageError(`--content is not JSON: ${read.problem}`, { key: 'content' });
  return read.content;
}

const missing = (word: string): UsageError =>
  new UsageError(`Missing: <${word}>`, { hint: 'swarm send <to> <text>; more: swarm send --help' });

function named(to: string): string {
  if (isSessionName(to)) return to;
  throw new UsageError(`to: "${oneLine(to)}" is no name`, { key: 'words' });
}
