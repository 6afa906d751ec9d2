import type { TurnState } from '../turn/turn.ts';

/** From one participant to another. Its receipt is read off the turn that carries it. */
export type Message = Readonly<{
  id: string;
  sender: string;
  recipient: string;
  body: string;
  /** The recipient's turn that carries this message; null for the person's own inbox. */
  turnId: string | null;
  createdAt: number;
}>;

/** The recipient that is no session: whoever sits at the keyboard. */
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
