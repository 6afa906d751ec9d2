import type { Style } from '../views/style.ts';
import type { AltScreen, AltScreenEvents } from './alt-screen.ts';

/** Some lines of a terminal that are drawn again in their place. */
export interface Picture {
  size(): Readonly<{ columns: number; rows: number }>;
  /** Lines in the place of those that were drawn before; none may be longer than the terminal is wide. */
  draw(lines: readonly string[]): Promise<void>;
  /** Leaves the last lines where they are, and the cursor below them. */
  close(): void;
}

/** Where a command speaks. With `--json`, stdout belongs to the one value at the end. */
export interface Io {
  readonly isJson: boolean;
  readonly style: Style;
  /** A person sits at a terminal, for both reading and writing. */
  readonly isTerminal: boolean;
  /** What is written to stdout is drawn on a screen, and made safe for it. */
  readonly isScreen: boolean;
  /** Text for people on stdout; nothing with `--json`. */
  say(text: string): Promise<void>;
  /** Text on stdout in any case. Resolves when it has left, so that a slow reader slows us down. */
  write(text: string): Promise<void>;
  /** Text on stderr. */
  warn(text: string): void;
  /** Columns of the terminal, or as many as one has that does not say. */
  readonly columns: number;
  /** Signs and frames are drawn with ASCII: asked for with NO_COLOR, or the locale has no more. */
  readonly isPlain: boolean;
  /** Asks the person at the terminal. */
  confirm(question: string): Promise<boolean>;
  /** Asks the person at the terminal for a line; empty when the input ends. */
  askLine(question: string): Promise<string>;
  /** The same of a person or of a pipe; null when neither says anything. */
  askAnyone(question: string): Promise<string | null>;
  /** Null where lines cannot be drawn over: in a pipe, with `--json`, on a terminal that cannot do it. */
  openPicture(): Picture | null;
  /** Takes the whole terminal; null where there is none that can be drawn on. */
  readonly openAltScreen: ((events: AltScreenEvents) => Promise<AltScreen>) | null;
  /** Runs when the person interrupts, before the command ends with 130. */
  onInterrupt(work: () => void): void;
}
