/** What became of a gate. `isMissing`: its command is not there, so it says nothing about the work. */
export type GateEnd =
  | Readonly<{ isGreen: true }>
  | Readonly<{ isGreen: false; output: string; isMissing: boolean }>;

/** `workDir`: null for the project's own folder. */
export type Gate = Readonly<{ name: string; command: string; workDir: string | null }>;

/** Runs the commands that must succeed before work counts as done. */
export interface Gates {
  /** Runs one to its end, within a time limit. An aborted signal ends it at once, and its result is void. */
  run(gate: Gate, signal: AbortSignal): Promise<GateEnd>;
}
