import { accept, type Outcome, refuse } from '../outcome.ts';
import type { TurnState } from '../turn/turn.ts';
import type { Mail } from './mail.ts';

export type MailState = 'delivered' | 'read' | 'acknowledged';
export type MailEvent = 'read' | 'acknowledge' | 'hand' | 'remind';

/** What became of a mail with one of its recipients. */
export type MailReceipt = Readonly<{
  mailId: string;
  /** The id of a participant. */
  recipient: string;
  state: MailState;
  version: number;
  /** The turn that carries it to a session of ours; null where none does, or not yet. */
  turnId: string | null;
  /** When the mail was sent. */
  at: number;
  readAt: number | null;
  acknowledgedAt: number | null;
  /** When the sender is told that the acknowledgement has not come; null: it is not. */
  remindAt: number | null;
  remindedAt: number | null;
}>;

export type MailStep = Readonly<{ from: MailReceipt; event: MailEvent; to: MailReceipt }>;

// The whole machine. An absent cell is refused.
const NEXT: Record<MailState, Partial<Record<MailEvent, MailState>>> = {
  delivered: { read: 'read', acknowledge: 'acknowledged', hand: 'delivered', remind: 'delivered' },
  read: { acknowledge: 'acknowledged', remind: 'read' },
  acknowledged: {},
};

type MailChange = Readonly<{ at: number; turnId?: string }>;

export function stepMail(from: MailReceipt, event: MailEvent, change: MailChange): Outcome<MailStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'moved-meanwhile', what: `mail ${from.mailId}` });
  const patch = PATCH[event](from, change);
  return accept({ from, event, to: { ...from, ...patch, state, version: from.version + 1 } });
}

const PATCH: Record<MailEvent, (from: MailReceipt, change: MailChange) => Partial<MailReceipt>> = {
  read: (_, { at }) => ({ readAt: at }),
  acknowledge: ({ readAt }, { at }) => ({ readAt: readAt ?? at, acknowledgedAt: at, remindAt: null }),
  hand: ({ turnId }, change) => ({ turnId: change.turnId ?? turnId }),
  remind: (_, { at }) => ({ remindAt: null, remindedAt: at }),
};

/** Whether the agent has the words of the turn. */
const WAS_SEEN: Record<TurnState, boolean> = {
  queued: false,
  handed: false,
  seen: true,
  done: true,
  failed: true,
  interrupted: true,
  dropped: false,
};

/** A mail in an inbox. `turnState` is that of the turn that carries it. */
export type MailEntry = Readonly<{ mail: Mail; receipt: MailReceipt; turnState: TurnState | null }>;

/** What an agent has seen in its turn, it has read. */
export const mailStateOf = ({ receipt, turnState }: Omit<MailEntry, 'mail'>): MailState =>
  receipt.state === 'delivered' && turnState !== null && WAS_SEEN[turnState] ? 'read' : receipt.state;

export const newReceipt = (
  { id: mailId, createdAt: at }: Mail,
  { recipient, turnId, remindAt }: Pick<MailReceipt, 'recipient' | 'turnId' | 'remindAt'>,
): MailReceipt => ({
  mailId,
  recipient,
  state: 'delivered',
  version: 1,
  turnId,
  at,
  readAt: null,
  acknowledgedAt: null,
  remindAt,
  remindedAt: null,
});
