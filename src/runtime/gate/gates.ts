/** What became of a gate. `isMissing`: its command is not there, so it says nothing about the work. */
export type GateEnd =
  | Readonly<{ isGreen: true }>
  | Readonly<{ isGreen: false; output: string; isMissing: boolean }>;

/** Runs the commands that must succeed before work counts as done. */
export interface Gates {
  /** To its end, within a time limit. `workDir`: null for the project's own folder. */
  run(gate: Readonly<{ name: string; command: string; workDir: string | null }>): Promise<GateEnd>;
}
