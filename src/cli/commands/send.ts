import * as z from 'zod/mini';
import type { SentMessage } from '../../app/app.ts';
import { isSafeId } from '../../contract/id.ts';
import { contentOf, isTyped, MESSAGE_TYPES, PERSON, Post, VERDICTS } from '../../contract/post.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { oneLine } from '../../views/one-line.ts';
import { type AgentReply, agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command, refused } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import { sessionOf } from '../session-of.ts';

const Input = z.extend(Post, {
  words: z._default(z.array(z.string()).check(z.maxLength(1000)), []),
  steer: z._default(z.boolean(), false),
  timeoutMs: z.optional(z.int()),
});
type Input = z.infer<typeof Input>;
type Value = Readonly<{ is: 'sent'; sent: SentMessage }> | Readonly<{ is: 'asked'; reply: AgentReply }>;

export const send = command({
  name: 'send',
  summary: 'Send a message; it becomes the next turn of the session',
  about:
    'Inside a run, a message with --type goes where the workflow says; a question names its role.\n' +
    'The words are the body of it, or the summary of a review, an artifact or a result.',
  examples: [
    'swarm send 20251118-153042-reviewer "look at src/store too"',
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
  show: (value) =>
    value.is === 'asked'
      ? renderAgentReply(value.reply)
      : `✅ Message ${value.sent.receipt} for ${value.sent.message.recipient}\n`,
  json: (value) =>
    value.is === 'asked'
      ? agentReplyJson(value.reply)
      : { message_id: value.sent.message.id, to: value.sent.message.recipient, receipt: value.sent.receipt },
  exitCode: (value) => (value.is === 'sent' || value.reply.ok ? 0 : 1),
});

async function run(host: Host, input: Input): Promise<Outcome<Value>> {
  return isTyped(input) ? post(host, input) : sendPlain(host, input);
}

async function sendPlain(host: Host, { words, steer, timeoutMs }: Input): Promise<Outcome<Value>> {
  const [to, ...said] = words;
  if (to === undefined || said.length === 0) throw missing(to === undefined ? 'to' : 'text|-');
  const body = said.join(' ');
  const text = body === '-' ? await host.readTask('-') : answered(body);
  if (!text.ok) return text;
  if (host.attempt !== null) {
    const request = { verb: 'send' as const, to: named(to), body: text.value, steer };
    return answered({ is: 'asked', reply: await askSwarm(host.attempt, request, timeoutMs) });
  }
  const app = await host.app();
  const sessionId = to === PERSON ? answered(PERSON) : await sessionOf(app, to, 'send');
  if (!sessionId.ok) return sessionId;
  const outcome = await app.sendMessage({ to: sessionId.value, body: text.value, steer });
  return outcome.ok ? answered({ is: 'sent', sent: outcome.value }) : outcome;
}

/** With two words or more the first names who it is for. */
async function post(host: Host, input: Input): Promise<Outcome<Value>> {
  if (host.attempt === null) return refused({ code: 'not-in-attempt', verb: 'send --type' });
  const isAddressed = input.words.length > 1 || (input.content !== undefined && input.words.length === 1);
  const [to] = isAddressed ? input.words : [];
  const said = input.words.slice(isAddressed ? 1 : 0).join(' ');
  const text = said === '-' ? await host.readTask('-') : answered(said);
  if (!text.ok) return text;
  const read = contentOf(input, text.value);
  if (!read.ok) throw new UsageError(`--content is not JSON: ${read.problem}`, { key: 'content' });
  const request = {
    verb: 'send' as const,
    ...(to === undefined ? {} : { to: named(to) }),
    body: text.value,
    content: read.content,
    steer: false,
  };
  return answered({ is: 'asked', reply: await askSwarm(host.attempt, request, input.timeoutMs) });
}

const missing = (word: string): UsageError =>
  new UsageError(`Missing: <${word}>`, { hint: 'swarm send <to> <text>; more: swarm send --help' });

function named(to: string): string {
  if (isSafeId(to)) return to;
  throw new UsageError(`to: "${oneLine(to)}" is no name`, { key: 'words' });
}
