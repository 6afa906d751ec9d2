/** A question of the agent, with the answers that it offers; any other words are an answer too. */
export type AgentQuestion = Readonly<{ text: string; options: readonly string[] }>;

/** The meaning of one line of an agent's record, in terms that are the same for every CLI. */
export type AgentFact =
  | { kind: 'began'; conversationId: string | null; model: string | null }
  | { kind: 'saw-turn'; turnId: string }
  /**
   * `asResult`: the end of the turn will not repeat it, so it is kept as the result; a part is joined to the
   * part before.
   */
  | { kind: 'said'; text: string; asResult?: 'whole' | 'part' }
  | { kind: 'tool-started'; name: string; summary: string }
  | { kind: 'tool-ended'; ok: boolean; text: string }
  | {
      kind: 'turn-ended';
      ok: boolean;
      text: string;
      /**
       * Why it went wrong, where the CLI says so: `authentication`, `overloaded`, `max-turns`, `budget`, …
       */
      problem: string | null;
      inputTokens: number;
      outputTokens: number;
      /** The tokens are those of the whole conversation, also of what earlier processes did. */
      countsConversation?: boolean;
      /** Money of this process so far; null when the CLI does not tell. */
      processCostUsd: number | null;
      /**
       * Money since the end of the turn before, where the CLI tells it: then the total is not to be trusted.
       */
      turnCostUsd?: number;
      /** What it handed in under the schema that it was given, as JSON. */
      structured?: string;
    }
  /** What one step within a turn took, where the end of the turn tells of its last step alone. */
  | { kind: 'spent'; inputTokens: number; outputTokens: number; costUsd: number }
  /** It cannot go on for now and tries by itself: no sign of life. */
  | { kind: 'stalled'; text: string }
  | { kind: 'limited'; resetAt: number | null; text: string }
  /** `input` is what the tool would be given, as JSON: an allowing answer must carry it back. */
  | { kind: 'permission-asked'; requestId: string; tool: string; summary: string; input?: string }
  /** The agent itself asks the person; it waits in the same way, and `input` must come back too. */
  | { kind: 'question-asked'; requestId: string; questions: readonly AgentQuestion[]; input: string }
  /** A request of either sort is closed: nothing reads its answer any more. */
  | { kind: 'request-withdrawn'; requestId: string }
  /** A tool has run with this input: a request about that call is answered, perhaps on the screen. */
  | { kind: 'request-settled'; tool: string; input: string }
  /** The CLI has read the answer to its request, or the interrupt with this id. */
  | { kind: 'saw-answer'; requestId: string }
  /** A prompt was submitted on the screen, by us or by a person; only its text tells which. */
  | { kind: 'saw-prompt'; text: string }
  | { kind: 'background'; running: number }
  | { kind: 'hook-blocked'; hook: string; text: string }
  | { kind: 'output'; text: string }
  | { kind: 'unknown'; type: string }
  | { kind: 'broken'; problem: string };
