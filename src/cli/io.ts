import type { Style } from '../views/style.ts';

/** Where a command speaks. With `--json`, stdout belongs to the one value at the end. */
export interface Io {
  readonly isJson: boolean;
  readonly style: Style;
  /** A person sits at a terminal, for both reading and writing. */
  readonly isTerminal: boolean;
  /** Text for people on stdout; nothing with `--json`. */
  say(text: string): Promise<void>;
  /** Text on stdout in any case. Resolves when it has left, so that a slow reader slows us down. */
  write(text: string): Promise<void>;
  /** Text on stderr. */
  warn(text: string): void;
  /** Asks the person at the terminal. */
  confirm(question: string): Promise<boolean>;
  /** Runs when the person interrupts, before the command ends with 130. */
  onInterrupt(work: () => void): void;
}
