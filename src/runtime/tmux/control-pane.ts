import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { lineSplitter } from '../socket/line-splitter.ts';
import { type ControlEvent, ControlReader } from './control-lines.ts';
import { renderScreen, SCREEN_FORMAT } from './render-screen.ts';

/** Output comes in lines of this size at most, each byte up to four letters. */
const LINE_MOST_BYTES = 1024 * 1024;
const HISTORY_LINES = 1_000;
/** One command of tmux takes so many keys. */
const KEYS_AT_ONCE = 256;

export type ScreenSize = Readonly<{ columns: number; rows: number }>;

export type ScreenEvents = Readonly<{
  /** Everything is drawn anew, at this size. */
  drawn(size: ScreenSize, bytes: Buffer): void;
  output(bytes: Buffer): void;
  /** The pane is gone. Called once. */
  ended(): void;
}>;

/** One pane, seen and typed into from outside of a terminal. */
export interface ControlPane {
  /** Draws everything anew, and output goes on. */
  refresh(): void;
  /** No output until it is drawn anew: tmux spends nothing on who does not look. Twice is once. */
  hold(): void;
  type(bytes: Uint8Array): void;
  resize(size: ScreenSize): void;
  close(): void;
}

type Target = Readonly<{
  /** The words before a command: `tmux -L name`. */
  base: readonly string[];
  session: string;
  pane: string;
  env: Readonly<Record<string, string>>;
}>;

/**
 * Attaches in control mode, without a size of its own. Output is always read at once: tmux would stop
 * reading from an agent whose only viewer is behind. After a second of that it goes on without us, and says
 * so.
 */
export function openControlPane({ base, session, pane, env }: Target, events: ScreenEvents): ControlPane {
  const [program = 'tmux', ...words] = base;
  const attach = ['-C', 'attach-session', '-t', `=${session}`, '-f', 'ignore-size,pause-after=1'];
  const child = spawn(program, [...words, ...attach], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  return new Conversation(child, { pane, events });
}

type Child = ChildProcessByStdio<Writable, Readable, null>;
type OnReply = (ok: boolean, lines: readonly Buffer[]) => void;

class Conversation implements ControlPane {
  readonly #child: Child;
  readonly #pane: string;
  readonly #events: ScreenEvents;
  readonly #awaited: OnReply[] = [];
  #isDrawn = false;
  #isHeld = false;
  #isOver = false;

  constructor(child: Child, { pane, events }: Readonly<{ pane: string; events: ScreenEvents }>) {
    this.#child = child;
    this.#pane = pane;
    this.#events = events;
    const reader = new ControlReader();
    const splitter = lineSplitter(LINE_MOST_BYTES);
    child.on('error', () => this.#end());
    child.on('close', () => this.#end());
    child.stdin.on('error', () => this.#end());
    child.stdout.on('data', (chunk: Buffer) => {
      for (const line of splitter.push(chunk) ?? []) this.#hear(reader.push(line));
    });
    this.refresh();
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#say(`refresh-client -A '${this.#pane}:pause'`, () => {});
  }

  refresh(): void {
    if (this.#isHeld) this.#say(`refresh-client -A '${this.#pane}:continue'`, () => {});
    this.#isHeld = false;
    let told: readonly Buffer[] = [];
    const look = `display-message -p -t ${this.#pane} "${SCREEN_FORMAT}"`;
    const capture = `capture-pane -p -e -t ${this.#pane} -S -${HISTORY_LINES}`;
    this.#say(
      `${look} ; ${capture}`,
      (ok, lines) => {
        told = ok ? lines : [];
      },
      (ok, lines) => {
        const screen = ok ? renderScreen(told[0]?.toString('latin1') ?? '', lines) : null;
        if (screen === null) return this.close();
        this.#isDrawn = true;
        this.#events.drawn(screen.size, screen.bytes);
      },
    );
  }

  type(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += KEYS_AT_ONCE) {
      const keys = [...bytes.subarray(from, from + KEYS_AT_ONCE)].map((byte) => byte.toString(16));
      this.#say(`send-keys -t ${this.#pane} -H ${keys.join(' ')}`, () => {});
    }
  }

  resize({ columns, rows }: ScreenSize): void {
    this.#say(`refresh-client -f !ignore-size -C ${columns}x${rows}`, () => {});
  }

  close(): void {
    this.#child.kill('SIGTERM');
    this.#end();
  }

  #say(command: string, ...replies: readonly OnReply[]): void {
    if (this.#isOver) return;
    this.#awaited.push(...replies);
    this.#child.stdin.write(`${command}\n`);
  }

  #hear(event: ControlEvent | null): void {
    if (event === null || this.#isOver) return;
    if (event.is === 'reply') return this.#awaited.shift()?.(event.ok, event.lines);
    if (event.is === 'exit') return this.close();
    if (event.is === 'moved') return this.refresh();
    if (event.pane !== this.#pane) return;
    if (event.is === 'paused') return this.#goOn();
    // What came before the screen was drawn is part of it.
    if (this.#isDrawn) this.#events.output(event.bytes);
  }

  #goOn(): void {
    // It is so because we wanted it.
    if (this.#isHeld) return;
    this.#say(`refresh-client -A '${this.#pane}:continue'`, () => {});
    this.refresh();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.ended();
  }
}
