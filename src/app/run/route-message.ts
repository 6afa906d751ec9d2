import {
  type BesideContent,
  type MessageContent,
  parseMessageContent,
  wordsOfMessage,
} from '../../contract/message-content.ts';
import { LONE, type Message, PERSON } from '../../domain/message/message.ts';
import { type Spilled, spill } from '../../domain/message/spill.ts';
import type { MessageFact } from '../../domain/run/program.ts';
import { handleError } from '../../domain/run/workflow/handle-error.ts';
import type { Session } from '../../domain/session/session.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { Blobs } from '../../runtime/files/blobs.ts';
import type { Write } from '../../store/store.ts';
import { applyRunFact, type FactDeps, type SpentQuota, spentQuotaOf } from './apply-run-fact.ts';

/** A message of a role, as it came in. `more` is written in the same transaction. */
export type PostedMessage = Readonly<{
  session: Session;
  /** The same message twice has the same id. */
  id: string;
  to: string | null;
  content: unknown;
  /** Known to be wrong with it: it becomes a dead letter, whatever its content. */
  problem?: string | null;
  /** What its author wrote around the content. */
  envelope?: Readonly<Record<string, unknown>> | null;
  /** What is written when it is accepted, and when it is refused with these words. */
  taken: (refusal: string | null) => readonly Write[];
}>;

export type Routing =
  | Readonly<{ is: 'routed'; message: Message }>
  /** Not routable; the sender gets the reason. */
  | Readonly<{ is: 'dead-letter'; why: string }>
  | Readonly<{ is: 'over' }>
  /** The session has sent as much as it may. */
  | SpentQuota
  | Readonly<{ is: 'moved' }>;

export type PostDeps = Omit<FactDeps, 'by'> & Readonly<{ blobs: Blobs }>;

/** Routes a role's message into its run, or stores it as a dead letter with the reason. */
export async function routeMessage(deps: PostDeps, posted: PostedMessage): Promise<Routing> {
  const { session, id } = posted;
  const before = await deps.store.findMessage(id);
  if (before)
    return before.deadLetter === null
      ? { is: 'routed', message: before }
      : { is: 'dead-letter', why: before.deadLetter };
  const read = await readMessage(deps, posted);
  // Before the row that names them: a blob without a row is only waste.
  for (const { sha256, text } of read.blobs) await deps.blobs.ensure(sha256, text);
  if ('why' in read) return keepDeadLetter(deps, posted, read);
  const { message, fact } = read;
  const by = `session:${session.id}`;
  const note = `${message.type} from ${message.fromRole}`;
  const taking = await applyRunFact(
    { ...deps, by },
    { runId: session.runId ?? '', fact, note, message, more: posted.taken(null) },
  );
  if (typeof taking !== 'string') return taking;
  return taking === 'taken' ? { is: 'routed', message } : { is: taking };
}

type Blobbed = Readonly<{ message: Message; blobs: Spilled<unknown>['blobs'] }>;
type Understood = Blobbed & Readonly<{ fact: MessageFact }>;
type Misunderstood = Blobbed & Readonly<{ why: string }>;

async function readMessage(deps: PostDeps, posted: PostedMessage): Promise<Understood | Misunderstood> {
  const { session, id, to, problem = null } = posted;
  const spilled = spillContent(deps, posted.content);
  const { value: content, blobs } = spilled;
  const turns = await deps.store.listTurns(session.id);
  const blank = blankMessage({ ...posted, content }, { at: deps.clock.now(), round: roundOf(turns) });
  const parsed = parseMessageContent(content);
  if (!parsed.ok)
    return { message: blank, blobs, why: problem ?? `the message is wrong at ${parsed.problem}` };
  const words = wordsOfMessage(parsed.content);
  const row = rowOf(parsed.content, { envelope: posted.envelope ?? null, blobs });
  const message: Message = { ...blank, ...row, body: words.body };
  const why = problem ?? (await addressProblem(deps, { ...posted, content: parsed.content }));
  if (why !== null) return { message, blobs, why };
  const { round } = message;
  const from = session.role ?? session.id;
  const fact: MessageFact = { is: 'message', id, from, to, type: parsed.content.type, ...words, round };
  return { message, blobs, fact };
}

const spillContent = ({ ids, blobs }: Pick<PostDeps, 'ids' | 'blobs'>, content: unknown) =>
  spill(content, { hash: ids.hash, pathOf: blobs.pathOf, bytesOf: Buffer.byteLength });

function blankMessage(
  { session, id, to, content }: PostedMessage,
  { at, round }: Readonly<{ at: number; round: number | null }>,
): Message {
  return {
    ...LONE,
    id,
    sender: `session:${session.id}`,
    recipient: to ?? session.runId ?? '',
    body: typeof content === 'string' ? content : (JSON.stringify(content) ?? ''),
    turnId: null,
    runId: session.runId,
    fromRole: session.role,
    toRole: to,
    round,
    createdAt: at,
  };
}

type Beside = Readonly<{ envelope: PostedMessage['envelope']; blobs: Blobbed['blobs'] }>;

function rowOf(content: MessageContent, { envelope, blobs }: Beside): Pick<Message, 'type' | 'content'> {
  const { type, ...rest } = content;
  const files = blobs.map(({ sha256, path, bytes }) => ({ sha256, path, bytes }));
  const beside: BesideContent = {
    ...(envelope ? { envelope } : {}),
    ...(files.length === 0 ? {} : { blobs: files }),
  };
  return { type, content: { ...rest, ...beside } };
}

// What a person said in between belongs to no round, and takes none from the task.
const roundOf = (turns: readonly Turn[]): number | null =>
  turns.findLast((turn) => isOpenTurn(turn))?.round ?? null;

type Address = Pick<PostedMessage, 'session' | 'to'> & Readonly<{ content: MessageContent }>;

/** Why it cannot be delivered; null when it can. */
export async function addressProblem(
  { store }: Pick<PostDeps, 'store'>,
  { session, to, content }: Address,
): Promise<string | null> {
  if (to === null) return content.type === 'question' ? 'a question names the role that it is for' : null;
  const memory = await store.findRunMemory(session.runId ?? '');
  const roles = memory?.definition.roles.map(({ name }) => name) ?? [];
  if (roles.includes(to)) return to === session.role ? 'it is addressed to its own sender' : null;
  if (to === PERSON)
    return 'a typed message goes to a role; to reach the person: swarm ask, or swarm send person';
  return `there is no role "${to}" in this run; there are ${roles.join(', ')}`;
}

// The error module says what becomes of it; the sender is told why in any case.
async function keepDeadLetter(
  deps: PostDeps,
  posted: PostedMessage,
  { message, why }: Misunderstood,
): Promise<Routing> {
  const runId = message.runId ?? '';
  const memory = await deps.store.findRunMemory(runId);
  if (!memory) return { is: 'over' };
  const problem = { cause: 'unroutable-message', role: message.fromRole, message: why } as const;
  const { recovery, error } = handleError({ workflow: memory.definition, state: memory.state }, problem);
  const journal = { at: deps.clock.now(), by: message.sender, note: why };
  const deadLetter = recovery === 'dead-letter' ? why : null;
  const result = await deps.store.commit([
    { kind: 'add-message', message: { ...message, deadLetter }, journal },
    {
      kind: 'add-run-error',
      error: { id: `${message.id}-dead-letter`, runId, at: journal.at, ...error },
      journal,
    },
    ...posted.taken(why),
  ]);
  if (result.saved) return { is: 'dead-letter', why };
  return spentQuotaOf(result) ?? { is: 'moved' };
}
