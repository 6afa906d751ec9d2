import { type MessageContent, parseMessageContent, wordsOfMessage } from '../../contract/message-content.ts';
import { LONE, type Message, PERSON } from '../../domain/message/message.ts';
import type { MessageFact } from '../../domain/run/program.ts';
import type { Session } from '../../domain/session/session.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { Write } from '../../store/store.ts';
import { type FactDeps, takeFact } from './take-fact.ts';

/** A message of a role, as it came in. `more` is written in the same transaction. */
export type Posted = Readonly<{
  session: Session;
  /** The same message twice has the same id. */
  id: string;
  to: string | null;
  content: unknown;
  /** What is written when it is accepted, and when it is refused with these words. */
  taken: (refusal: string | null) => readonly Write[];
}>;

export type Routing =
  | Readonly<{ is: 'routed'; message: Message }>
  /** Kept for a look; the sender is told why. */
  | Readonly<{ is: 'parked'; why: string }>
  | Readonly<{ is: 'over' }>
  | Readonly<{ is: 'moved' }>;

type PostDeps = Omit<FactDeps, 'by'>;

/** Takes a role's message into its run, or keeps it aside with the reason why it cannot be. */
export async function routeMessage(deps: PostDeps, posted: Posted): Promise<Routing> {
  const { session, id } = posted;
  const before = await deps.store.findMessage(id);
  if (before)
    return before.parked === null ? { is: 'routed', message: before } : { is: 'parked', why: before.parked };
  const read = await readMessage(deps, posted);
  if ('why' in read) return park(deps, posted, read);
  const { message, fact } = read;
  const by = `session:${session.id}`;
  const note = `${message.type} from ${message.fromRole}`;
  const taking = await takeFact(
    { ...deps, by },
    { runId: session.runId ?? '', fact, note, message, more: posted.taken(null) },
  );
  return taking === 'taken' ? { is: 'routed', message } : { is: taking };
}

type Understood = Readonly<{ message: Message; fact: MessageFact }>;
type Misunderstood = Readonly<{ message: Message; why: string }>;

async function readMessage(deps: PostDeps, posted: Posted): Promise<Understood | Misunderstood> {
  const { session, id, to, content } = posted;
  const turns = await deps.store.listTurns(session.id);
  const blank = blankMessage(posted, { at: deps.clock.now(), round: roundOf(turns) });
  const parsed = parseMessageContent(content);
  if (!parsed.ok) return { message: blank, why: `the message is wrong at ${parsed.problem}` };
  const words = wordsOfMessage(parsed.content);
  const message: Message = { ...blank, ...rowOf(parsed.content), body: words.body };
  const why = await addressProblem(deps, posted, parsed.content);
  if (why !== null) return { message, why };
  const { round } = message;
  const from = session.role ?? session.id;
  const fact: MessageFact = { is: 'message', id, from, to, type: parsed.content.type, ...words, round };
  return { message, fact };
}

function blankMessage(
  { session, id, to, content }: Posted,
  { at, round }: Readonly<{ at: number; round: number | null }>,
): Message {
  return {
    ...LONE,
    id,
    sender: `session:${session.id}`,
    recipient: to ?? session.runId ?? '',
    body: typeof content === 'string' ? content : JSON.stringify(content),
    turnId: null,
    runId: session.runId,
    fromRole: session.role,
    toRole: to,
    round,
    createdAt: at,
  };
}

const rowOf = (content: MessageContent): Pick<Message, 'type' | 'content'> => {
  const { type, ...rest } = content;
  return { type, content: rest };
};

// What a person said in between belongs to no round, and takes none from the task.
const roundOf = (turns: readonly Turn[]): number | null =>
  turns.findLast((turn) => isOpenTurn(turn))?.round ?? null;

async function addressProblem(
  { store }: PostDeps,
  { session, to }: Posted,
  content: MessageContent,
): Promise<string | null> {
  if (to === null) return content.type === 'question' ? 'a question names the role that it is for' : null;
  const memory = await store.findRunMemory(session.runId ?? '');
  const roles = memory?.definition.roles.map(({ name }) => name) ?? [];
  if (roles.includes(to)) return to === session.role ? 'it is addressed to its own sender' : null;
  if (to === PERSON)
    return 'a typed message goes to a role; to reach the person: swarm ask, or swarm send person';
  return `there is no role "${to}" in this run; there are ${roles.join(', ')}`;
}

async function park(deps: PostDeps, posted: Posted, { message, why }: Misunderstood): Promise<Routing> {
  const journal = { at: deps.clock.now(), by: message.sender, note: why };
  const error = {
    id: `${message.id}-parked`,
    runId: message.runId ?? '',
    at: journal.at,
    category: 'routing_error' as const,
    role: message.fromRole,
    message: why,
    recovered: true,
  };
  const result = await deps.store.commit([
    { kind: 'add-message', message: { ...message, parked: why }, journal },
    { kind: 'add-run-error', error, journal },
    ...posted.taken(why),
  ]);
  return result.saved ? { is: 'parked', why } : { is: 'moved' };
}
