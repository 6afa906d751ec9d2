import type { MessageType, ReviewFinding, Verdict } from '../message/message-type.ts';
import type { SessionEnding } from '../session/session.ts';
import type { ErrorRecord } from './error-handling.ts';

/** Something that happened, as far as a run is concerned. */
export type RunFact =
  | MessageFact
  /** The role handed control back. `round` is that of the turn. */
  | Readonly<{ is: 'turn-ended'; role: string; round: number }>
  /** For good: its own retries are used up. */
  | Readonly<{ is: 'session-ended'; role: string; ending: SessionEnding; reason: string }>
  | Readonly<{ is: 'deadline-passed' }>
  /** A round of the run failed. `isPassing`: a later one may succeed. */
  | Readonly<{ is: 'faulted'; message: string; isPassing: boolean }>
  /** `question` is the number that the question was asked with. */
  | Readonly<{ is: 'answered'; question: number; answer: string }>;

export type MessageFact = Readonly<{
  is: 'message';
  id: string;
  /** A role, or the id of a sender that has none. */
  from: string;
  to: string | null;
  type: MessageType;
  /** Of a review. */
  verdict: Verdict | null;
  findings: readonly ReviewFinding[];
  body: string;
  /** The round of the sender's turn, where it is known. */
  round: number | null;
}>;

/** A row that is to be written in the transaction that takes the fact in. */
export type RunOrder =
  | Readonly<{ is: 'set-deadline'; afterMs: number | null }>
  | Readonly<{ is: 'open-session'; role: string }>
  | Readonly<{ is: 'give-turn'; role: string; text: string; stage: string; round: number }>
  | Readonly<{ is: 'deliver'; to: string; messageId: string }>
  | Readonly<{ is: 'ask'; question: number; text: string; options: readonly string[] }>
  | Readonly<{ is: 'end-session'; role: string }>
  | (Readonly<{ is: 'record-error' }> & ErrorRecord)
  | Readonly<{ is: 'finish'; success: boolean; why: string }>;

/** What follows: the next state, and the rows that go with it. */
export type Advance<S> = Readonly<{ state: S; orders: readonly RunOrder[] }>;

/** A run without a clock, without chance and without an outside: the same facts lead to the same state. */
export type RunProgram<S> = Readonly<{
  start(goal: string): Advance<S>;
  advance(state: S, fact: RunFact): Advance<S>;
}>;
