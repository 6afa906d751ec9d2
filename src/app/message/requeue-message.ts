import { parseJson } from '../../contract/json.ts';
import { contentOfRow, parseMessageContent, wordsOfMessage } from '../../contract/message-content.ts';
import { readOutboxMessage } from '../../contract/outbox.ts';
import { RequeueMessage } from '../../contract/run-message.ts';
import type { Message } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { MessageFact } from '../../domain/run/program.ts';
import type { Session } from '../../domain/session/session.ts';
import { routedMessageJson } from '../../views/message-list.ts';
import { applyRunFact, type FactDeps } from '../run/apply-run-fact.ts';
import { findRun } from '../run/find-run.ts';
import { addressProblem } from '../run/route-message.ts';
import { verb } from '../verb.ts';

/** Routes a dead letter as if it had arrived just now, or refuses with what is still wrong. */
export async function requeueMessage(deps: FactDeps, input: RequeueMessage): Promise<Outcome<Message>> {
  const { messageId } = input;
  const before = await deps.store.findMessage(messageId);
  if (!before) return refuse({ code: 'message-not-found', messageId });
  if (before.deadLetter === null || before.runId === null)
    return refuse({ code: 'message-not-dead-lettered', messageId });
  const run = await findRun(deps.store, before.runId);
  if (!run.ok) return run;
  const mended = await mend(deps, before, input.to ?? null);
  if ('why' in mended) return refuse({ code: 'message-still-bad', messageId, problem: mended.why });
  const { message, fact } = mended;
  const note = `${message.type} from ${message.fromRole}, again`;
  const taking = await applyRunFact(deps, { runId: before.runId, fact, note, message, requeued: before });
  if (taking === 'over') return refuse({ code: 'run-over', runId: before.runId, state: run.value.state });
  return taking === 'taken' ? accept(message) : refuse({ code: 'moved-meanwhile', what: messageId });
}

type Mended = Readonly<{ message: Message; fact: MessageFact }> | Readonly<{ why: string }>;

async function mend(deps: FactDeps, before: Message, named: string | null): Promise<Mended> {
  const read = readAgain(before);
  if ('why' in read) return read;
  const parsed = parseMessageContent(read.content);
  if (!parsed.ok) return { why: `the message is wrong at ${parsed.problem}` };
  const session = await authorOf(deps, before);
  if (!session) return { why: 'its sender is no session of this run' };
  const to = named ?? before.toRole ?? read.to;
  const why = await addressProblem(deps, { session, to, content: parsed.content });
  if (why !== null) return { why };
  const { type, ...content } = parsed.content;
  const words = wordsOfMessage(parsed.content);
  const row = { type, content: before.content ?? content, body: words.body };
  const message: Message = { ...before, ...row, toRole: to, deadLetter: null };
  const from = before.fromRole ?? session.id;
  // Requeued messages belong to the current round, not to the one they were written in.
  const fact: MessageFact = { is: 'message', id: before.id, from, to, type, ...words, round: null };
  return { message, fact };
}

type Again = Readonly<{ content: unknown; to: string | null }> | Readonly<{ why: string }>;

// What was understood is kept apart by its type; of the rest there are only the words.
function readAgain({ type, content, body }: Message): Again {
  if (type !== null && content !== null) return { content: contentOfRow(type, content), to: null };
  const json = parseJson(body);
  if (!json.ok) return { why: `it is not JSON: ${json.problem}` };
  const read = readOutboxMessage(json.value);
  return read.ok ? { content: read.message.content, to: read.message.to } : { why: read.problem };
}

const authorOf = async ({ store }: FactDeps, { sender, runId }: Message): Promise<Session | undefined> =>
  (await store.listRunSessions(runId ?? '')).find(({ id }) => sender === `session:${id}`);

export const requeueMessageVerb = verb({
  name: 'message.requeue',
  summary: 'Route a dead letter again',
  asks: 'person',
  reads: false,
  input: RequeueMessage,
  answer: async () => (await import('../../contract/answer/message.ts')).RoutedMessageAnswer,
  run: requeueMessage,
  json: routedMessageJson,
});
