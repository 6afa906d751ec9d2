import type { PermissionAnswer, QuestionReply } from '../agent/agent.ts';
import type { Amount } from '../budget/account.ts';
import type { EndReason, SessionEnding } from '../session/session.ts';

/** The reply to a request of the agent CLI. */
export type RequestReply =
  | Readonly<{ is: 'decision'; decision: PermissionAnswer }>
  | Readonly<{ is: 'words'; words: QuestionReply }>;

/** What an answer does, as data: the asker performs it without knowing the kind of the question. */
export type AnswerEffect =
  /** The session ends, whatever else it waits for. */
  | Readonly<{ do: 'end-session'; ending: SessionEnding; reason: EndReason; text: string }>
  /** The process that waits gets this reply. Without that process the answer is void. */
  | Readonly<{ do: 'reply'; reply: RequestReply }>
  /** The agent reads these words: from its asking file while it waits there, else as a turn. */
  | Readonly<{ do: 'carry'; text: string; grantedMs: number }>
  /** The attempt is over, and the next one checks for itself what was asked about. */
  | Readonly<{ do: 'next-attempt' }>
  | Readonly<{ do: 'raise-budget'; account: string; amount: Amount }>
  /** The agent gets one more turn, which does not mention the question. */
  | Readonly<{ do: 'give-turn'; body: string }>
  /** The session goes back to rest, and the check that failed runs again. */
  | Readonly<{ do: 'check-again' }>
  /** The session goes back to rest, and what goes on in the background counts no more. */
  | Readonly<{ do: 'stop-waiting' }>
  /** The session goes back to rest; these failures hold it up no more, or are waited for. */
  | Readonly<{ do: 'settle-dependencies'; failed: readonly string[]; isWaived: boolean }>
  /** The session goes on, and nothing else changes. */
  | Readonly<{ do: 'go-on' }>
  /** `told`: the next turn of the sessions that the question stopped; null for none. */
  | Readonly<{ do: 'tell-loop'; isStop: boolean; told: string | null }>
  /** `winnerId`: null ends the race without a winner. */
  | Readonly<{ do: 'tell-race'; winnerId: string | null }>
  /** `number`: which question of the run's program it answers. */
  | Readonly<{ do: 'tell-run'; number: number }>
  /** The participant that the question is about is ended, and what it holds is free. */
  | Readonly<{ do: 'take-over' }>
  | Readonly<{ do: 'nothing' }>;
