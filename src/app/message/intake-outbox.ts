import type { AskingAnswer } from '../../contract/asking.ts';
import { parseJson } from '../../contract/json.ts';
import { OUTBOX_MOST_BYTES, type OutboxMessage, readOutboxMessage } from '../../contract/outbox.ts';
import type { Session } from '../../domain/session/session.ts';
import type { OutboxPost } from '../../runtime/outbox/outboxes.ts';
import { type AskingOutcome, commitIntake, denied, type RequestFile } from '../asking/request.ts';
import { type IntakeMessageDeps, intakeMessage, intakeRouted } from './intake-message.ts';

/** A message as a file, and the session that it counts for. */
export type Posting = Readonly<{ session: Session; post: OutboxPost }>;

export const isWholePost = ({ text }: OutboxPost): boolean => text !== null && parseJson(text).ok;

/**
 * Takes in one message that was left as a file, exactly once, by the verb that `swarm send` uses. One that
 * cannot be sent becomes a dead letter if its session is in a run, and its author is told in any case.
 */
export async function intakePost(deps: IntakeMessageDeps, posting: Posting): Promise<AskingAnswer | 'moved'> {
  const before = await deps.store.findIntake(posting.post.key);
  if (before !== undefined) return JSON.parse(before) as AskingAnswer;
  const outcome = await send(deps, posting);
  return outcome === 'later' ? 'moved' : outcome;
}

async function send(deps: IntakeMessageDeps, posting: Posting): Promise<AskingOutcome> {
  const { session, post } = posting;
  const file = fileOf(posting);
  const read = readPost(post);
  const problem = read.ok ? await problemOf(deps, posting, read.message) : read.problem;
  if (problem !== null || !read.ok) return keepAside(deps, posting, { read, problem: problem ?? '' });
  const { to, content, words, envelope } = read.message;
  if (content !== undefined && session.runId !== null)
    return intakeRouted(deps, { session, file, to, content, envelope });
  const input = { ...(to === null ? {} : { to }), body: words ?? '', content, steer: false };
  return intakeMessage(deps, { session, file, input });
}

const fileOf = ({ session, post }: Posting): RequestFile => ({
  key: post.key,
  onceKey: post.onceKey,
  name: post.name,
  text: '',
  attempt: post.attempt ?? session.attempt,
});

type Reading =
  | Readonly<{ ok: true; message: OutboxMessage }>
  | Readonly<{ ok: false; problem: string; raw: unknown }>;

function readPost({ text, bytes }: OutboxPost): Reading {
  if (text === null) {
    const problem = `it has ${bytes} bytes, and at most ${OUTBOX_MOST_BYTES} are read`;
    return { ok: false, problem: `${problem}; write what is long to a file and name its path`, raw: '' };
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, problem: `it is not JSON: ${json.problem}`, raw: text };
  const read = readOutboxMessage(json.value);
  return read.ok ? read : { ...read, raw: json.value };
}

async function problemOf(
  { store }: IntakeMessageDeps,
  { session, post }: Posting,
  { from }: OutboxMessage,
): Promise<string | null> {
  const { attempt, onceKey } = post;
  if (attempt !== null && attempt !== session.attempt)
    return `attempt ${attempt} is over; attempt ${session.attempt} serves ${session.id} now`;
  const own = session.role ?? session.id;
  if (from !== null && from !== own && from !== session.id)
    return `it says that it is from "${from}", but this is the outbox of ${own}`;
  if (onceKey !== null && (await store.findIntake(onceKey)) !== undefined)
    return 'it was taken in before, with other words; a list may only grow';
  return null;
}

type Aside = Readonly<{ read: Reading; problem: string }>;

function keepAside(
  deps: IntakeMessageDeps,
  posting: Posting,
  { read, problem }: Aside,
): Promise<AskingOutcome> {
  const { session } = posting;
  const file = fileOf(posting);
  if (session.runId === null) return commitIntake(deps, { file, answer: denied(`not sent: ${problem}`) });
  const { to, envelope } = read.ok ? read.message : { to: null, envelope: null };
  const content = read.ok
    ? (read.message.content ?? { type: 'question', body: read.message.words })
    : read.raw;
  return intakeRouted(deps, { session, file, to, content, problem, envelope });
}
