import type { BackgroundWork } from '../attempt/awaited.ts';

/** A question of the agent, with the answers that it offers; any other words are an answer too. */
export type AgentQuestion = Readonly<{
  text: string;
  /** A word or two that name it; empty where the agent gave none. */
  header: string;
  options: readonly Readonly<{ label: string; description: string }>[];
  /** Several options may be chosen. */
  isMulti: boolean;
}>;

/** What the answer `always` allows: in words for the person, and as JSON that only the adapter reads. */
export type SessionGrant = Readonly<{ words: readonly string[]; rules: string }>;

/** The meaning of one line of an agent's record, in terms that are the same for every CLI. */
export type AgentFact =
  | { kind: 'began'; conversationId: string | null; model: string | null }
  /** It does not have the conversation that it was to go on with. */
  | { kind: 'resume-refused'; text: string }
  | { kind: 'saw-turn'; turnId: string }
  /**
   * `asResult`: the end of the turn will not repeat it, so it is kept as the result; a part is joined to the
   * part before.
   */
  | { kind: 'said'; text: string; asResult?: 'whole' | 'part' }
  /** What it thought before it spoke, where the CLI tells it; a part is joined to the part before. */
  | { kind: 'thought'; text: string; isPart?: true }
  /** `input`: all that the tool was given, as the CLI told it. */
  | { kind: 'tool-started'; name: string; summary: string; input?: unknown }
  | { kind: 'tool-ended'; ok: boolean; text: string }
  | {
      kind: 'turn-ended';
      ok: boolean;
      text: string;
      /**
       * Why it went wrong, where the CLI says so: `authentication`, `overloaded`, `max-turns`, `budget`, …
       * With `budget` it may have ended well: then its process takes no further turn.
       */
      problem: string | null;
      /** The CLI's id of the prompt that it ended, where it tells it. */
      promptId?: string | null;
      /** When it works again, where the CLI says so. */
      resetAt?: number | null;
      inputTokens: number;
      outputTokens: number;
      /** Tokens of this process so far, where the CLI tells those: they replace the sum. */
      processTokens?: Readonly<{ input: number; output: number }>;
      /** The tokens are those of the whole conversation, also of what earlier processes did. */
      countsConversation?: boolean;
      /** Money of this process so far; null when the CLI does not tell. */
      processCostUsd: number | null;
      /**
       * Money since the end of the turn before, where the CLI tells it: then the total is not to be trusted.
       */
      turnCostUsd?: number;
      /** The money is that of the whole conversation, also of what earlier processes did. */
      costsConversation?: boolean;
      /** What it handed in under the schema that it was given, as JSON. */
      structured?: string;
      /** The CLI itself answered a command of its own, without the model; it may not echo such a prompt. */
      isOwnAnswer?: boolean;
    }
  /** What a message of a turn in progress takes, for the first time or for another part of it. */
  | {
      kind: 'using';
      messageId: string;
      inputTokens: number;
      outputTokens: number;
      /** What it costs at most: what the model was given for the message, and what it wrote in this part. */
      mostUsd?: Readonly<{ given: number; written: number }>;
    }
  /**
   * What one step within a turn took, where the end of the turn tells of its last step alone, or of none.
   * `isLast`: no other step need follow it.
   */
  | { kind: 'spent'; inputTokens: number; outputTokens: number; costUsd: number; isLast?: boolean }
  /** It cannot go on for now and tries by itself: no sign of life. */
  | { kind: 'stalled'; text: string; problem: string | null }
  /** A limit is met in the middle of a turn. */
  | { kind: 'limited'; resetAt: number | null; text: string }
  | {
      kind: 'permission-asked';
      requestId: string;
      tool: string;
      /** One short line. */
      summary: string;
      /** All that the person decides about, whole and with its line breaks; left out: the summary is all. */
      details?: string;
      /** What the tool would be given, as JSON: an allowing answer must carry it back. */
      input?: string;
      /** What the agent says that it is for. */
      description?: string;
      /** Why the CLI asks. */
      reason?: string;
      /** Left out: the CLI can only be asked each time. */
      grant?: SessionGrant;
    }
  /** The agent itself asks the person; it waits in the same way, and `input` must come back too. */
  | { kind: 'question-asked'; requestId: string; questions: readonly AgentQuestion[]; input: string }
  /** A request of either sort is closed: nothing reads its answer any more. */
  | { kind: 'request-withdrawn'; requestId: string }
  /** A tool has run with this input: a request about that call is answered, perhaps on the screen. */
  | { kind: 'request-settled'; tool: string; input: string }
  /** The CLI has read the answer to its request, or the interrupt with this id. */
  | { kind: 'saw-answer'; requestId: string }
  /**
   * A prompt was submitted on the screen, by us or by a person; only its text tells which. One that is queued
   * behind a prompt at work may carry the id of that one.
   */
  | { kind: 'saw-prompt'; text: string; promptId: string | null }
  /**
   * The CLI's own transcript holds a prompt of ours: it began a turn, or was read within the turn at work, of
   * which hooks say nothing.
   */
  | { kind: 'read-prompt'; text: string; isWithin: boolean; promptId?: string | null }
  /** The CLI's own running total of money, which may hold what earlier processes spent. */
  | { kind: 'told-cost'; totalUsd: number }
  /** All that goes on in the background; with `keepsWakeUps` it does not tell of wake-ups. */
  | { kind: 'background'; all: readonly BackgroundWork[]; keepsWakeUps: boolean }
  | { kind: 'background-began'; work: BackgroundWork }
  | { kind: 'background-ended'; id: string }
  | { kind: 'hook-blocked'; hook: string; text: string }
  | { kind: 'output'; text: string }
  | { kind: 'unknown'; type: string }
  | { kind: 'broken'; problem: string };
