import type { TurnState } from '../turn/turn.ts';
import type { MessageType } from './message-type.ts';

/** From one participant to another. Its receipt is read off the turn that carries it. */
export type Message = Readonly<{
  id: string;
  sender: string;
  recipient: string;
  body: string;
  /** The recipient's turn that carries this message; null for the person's own inbox. */
  turnId: string | null;
  /** Of a message between the roles of a run; the rest is null elsewhere. */
  runId: string | null;
  fromRole: string | null;
  toRole: string | null;
  type: MessageType | null;
  /** What the sender wrote, checked against the schema of its type. */
  content: Readonly<Record<string, unknown>> | null;
  /** The round of the sender's turn. */
  round: number | null;
  /** Why it could not be routed; null for a message that was. */
  deadLetter: string | null;
  createdAt: number;
}>;

/** The fields that only messages of a run have. */
export const LONE = {
  runId: null,
  fromRole: null,
  toRole: null,
  type: null,
  content: null,
  round: null,
  deadLetter: null,
} as const;

/** A message in a role's inbox. The turn, if there is one, carries it. */
export type Delivery = Readonly<{
  messageId: string;
  runId: string;
  role: string;
  turnId: string | null;
  at: number;
}>;

/** A message as it lies in an inbox. */
export type InboxEntry = Readonly<{
  message: Message;
  at: number;
  /** Of the turn that carries it; null when none does. */
  turnState: TurnState | null;
}>;

/** How many messages of an inbox are carried by turns of one state, and when the last of them changed. */
export type InboxTally = Readonly<{
  role: string;
  turnState: TurnState | null;
  count: number;
  changedAt: number;
}>;

/** The recipient that is no session: the person. */
export const PERSON = 'person';

export type Receipt = 'queued' | 'handed-over' | 'seen' | 'acted-on' | 'refused';

const RECEIPT: Record<TurnState, Receipt> = {
  queued: 'queued',
  handed: 'handed-over',
  seen: 'seen',
  done: 'acted-on',
  failed: 'seen',
  interrupted: 'seen',
  dropped: 'refused',
};

export const receiptOf = (turn: TurnState): Receipt => RECEIPT[turn];
