import type { Key } from '../views/top/key.ts';
import type { Size } from '../views/top/state.ts';

/** What a screen tells while it is open. */
export type AltScreenEvents = Readonly<{
  pressed: (keys: readonly Key[]) => void;
  /** It has another size, or was away for a while: everything has to be drawn again. */
  changed: () => void;
  /** What would have gone to stderr, between the lines that are drawn. */
  warned: (text: string) => void;
  /** There is no terminal any more. */
  gone: () => void;
}>;

/** The whole terminal, until it is closed. What was there before comes back, however the program ends. */
export interface AltScreen {
  size(): Size;
  /** Writes the lines that differ from those drawn before. */
  draw(lines: readonly string[]): void;
  /** Clears it: the next draw writes every line. */
  clear(): void;
  /** Gives the terminal to another program. "read": the person sees what it left there until a key. */
  lend(work: () => Promise<'read' | 'back'>): Promise<void>;
  /** Stops this program, as Ctrl-Z does, until the shell goes on with it. */
  suspend(): void;
  close(): void;
}
