/** What one line of an agent's own record says, in words that no CLI owns. */
export type AgentFact =
  | { kind: 'began'; conversationId: string | null; model: string | null }
  | { kind: 'saw-turn'; turnId: string }
  | { kind: 'said'; text: string }
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
      /** Money of this process so far; null when the CLI does not tell. */
      processCostUsd: number | null;
    }
  | { kind: 'limited'; resetAt: number | null; text: string }
  | { kind: 'permission-asked'; requestId: string; tool: string; summary: string }
  | { kind: 'background'; running: number }
  | { kind: 'hook-blocked'; hook: string; text: string }
  | { kind: 'output'; text: string }
  | { kind: 'unknown'; type: string }
  | { kind: 'broken'; problem: string };
