/** What a session was asked to be, settled at creation: later edits of the persona change nothing here. */
export type SessionSpec = Readonly<{
  prompt: string;
  /** Body of the persona file; the CLI gets it as its system prompt. */
  personaText: string;
  /** Program and arguments of `cli: command`. */
  command: readonly string[] | null;
  tools: readonly string[];
  permissionMode: string | null;
  writes: boolean;
  /** What the whole session may spend; null for no limit of its own. */
  budgetUsd: number | null;
  budgetTokens: number | null;
  /** JSON Schema that its result must fit, as text. */
  schema: string | null;
  env: Readonly<Record<string, string>>;
}>;
