import { CreateSession, type KillSessions, type WaitSessions } from '../contract/session.ts';
import { UsageError } from '../contract/usage-error.ts';
import type { Outcome } from '../domain/outcome.ts';
import { type AgentReply, waitReplyOf } from '../views/agent-reply.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { askFromAttempt, askVerb, type Reply } from './reply.ts';

/** What an agent asks about the sessions that its own has started, by files. */

type FamilyReply = Extract<Reply<never>, { is: 'told' }>;

const tell = (reply: AgentReply, exitCode = reply.ok ? 0 : 1): Outcome<FamilyReply> =>
  answered({ is: 'told', reply, exitCode });

type Task = Pick<CreateSession, 'prompt' | 'promptSource'>;
type Starting = Readonly<{
  shared: Omit<Parameters<typeof CreateSession.parse>[0] & object, 'prompt'>;
  tasks: readonly Task[];
  isQuiet: boolean;
}>;

/** Starts sessions below the one that asks. It does not wait for their slots, as it holds one itself. */
export async function createBelow(
  host: Host,
  { shared, tasks, isQuiet }: Starting,
  io: Io,
): Promise<Outcome<FamilyReply>> {
  const replies: AgentReply[] = [];
  for (const task of tasks) {
    const asked = await askVerb(host, 'session.create', CreateSession.parse({ ...shared, ...task }));
    if (!asked.ok) return asked;
    if (asked.value.is === 'told') replies.push(asked.value.reply);
    if (!replies.at(-1)?.ok) break;
  }
  return isQuiet ? tellIds(replies, io) : tell(joined(replies));
}

/** Scripts read ids, and nothing else in their place. */
async function tellIds(replies: readonly AgentReply[], io: Io): Promise<Outcome<FamilyReply>> {
  const last = joined(replies);
  const ids = replies.flatMap(({ value }) => idOf(value));
  if (!last.ok) return tell(last);
  if (ids.length === replies.length) return tell({ ...last, text: ids.join('\n') });
  io.warn(`❌ ${last.text}\n`);
  for (const id of ids) await io.say(`${id}\n`);
  return answered({ is: 'told', reply: { ...last, text: '' }, exitCode: 1 });
}

const idOf = (value: unknown): readonly string[] => {
  const { session_id: id } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof id === 'string' ? [id] : [];
};

const joined = (replies: readonly AgentReply[]): AgentReply => ({
  ok: replies.every(({ ok }) => ok),
  isKept: replies.some(({ isKept }) => isKept),
  text: replies.map(({ text }) => text).join('\n'),
  value: replies.length === 1 ? replies[0]?.value : replies.map(({ value }) => value),
});

/** The supervisor answers when the time of the wait is over; it may be busy for a moment then. */
const ANSWER_GRACE_MS = 30_000;
const MOST_WAIT_MS = 24 * 60 * 60_000;
const FAILED = 2;

/** Waits for sessions below. The one that asks holds no slot meanwhile. */
export async function waitBelow(host: Host, input: WaitSessions): Promise<Outcome<FamilyReply>> {
  const timeoutMs = (input.timeoutMs ?? MOST_WAIT_MS) + ANSWER_GRACE_MS;
  const asked = await askFromAttempt(host, 'wait', 'session.wait', input, { timeoutMs });
  if (!asked.ok) return asked;
  if (asked.value.is !== 'told') throw new Error('a wait inside a session is asked by a file');
  const reply = waitReplyOf(asked.value.reply);
  return tell(reply, reply.ok ? exitCodeOf(reply.value) : 1);
}

function exitCodeOf(value: unknown): number {
  const { timed_out: isLate, sessions } = Object(value) as Readonly<Record<string, unknown>>;
  if (isLate === true || !Array.isArray(sessions)) return 1;
  return sessions.every((one) => Object(one).status === 'COMPLETED') ? 0 : FAILED;
}

export async function killBelow(host: Host, input: KillSessions): Promise<Outcome<FamilyReply>> {
  const { sessionIds, reason, dryRun, status, tag, persona, olderThanMs } = input;
  const filter = Object.entries({ dryRun: dryRun || undefined, status, tag, persona, olderThanMs }).find(
    ([, value]) => value !== undefined,
  );
  if (filter || sessionIds.length === 0) {
    const hint = 'Inside a session: swarm kill <session>…, of those that it has started';
    throw new UsageError('Name the sessions to kill', { key: filter?.[0] ?? 'sessionIds', hint });
  }
  const asked = await askFromAttempt(host, 'kill', 'session.kill-below', { sessionIds, reason });
  return asked.ok && asked.value.is === 'told' ? tell(asked.value.reply) : unexpected();
}

type Look = 'status' | 'result' | 'logs';

/** Where the rows are hidden from an agent, it looks at what is below its own session by a file. */
export async function lookBelow(host: Host, sessionId: string, what: Look): Promise<Outcome<FamilyReply>> {
  const asked = await askFromAttempt(host, what, 'session.look', { sessionId, what });
  return asked.ok && asked.value.is === 'told' ? tell(asked.value.reply) : unexpected();
}

const unexpected = (): never => {
  throw new Error('what is asked inside a session is asked by a file');
};
