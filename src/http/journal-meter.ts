/** As much of a line of the journal as metrics are made of. */
export type MeterLine = Readonly<{ seq: number; at: number; event: string; sessionId: string | null }>;

/** Where the meter writes; ends and errors are counted, times are in seconds. */
export type MeterSink = Readonly<{
  turn(end: string): void;
  error(kind: string): void;
  waited(seconds: number): void;
  delivered(seconds: number): void;
  worked(seconds: number): void;
}>;

const ENDS: ReadonlySet<string> = new Set(['finish', 'fail', 'interrupt', 'drop']);
const ERRORS: ReadonlySet<string> = new Set([
  'fault',
  'run-error',
  'turn-fail',
  'message-dead-lettered',
  'request-refused',
  'role-not-opened',
  'odd-file',
  'disk-was-full',
  'notification-failed',
  'workspace-failed',
]);
/** Sessions whose turns are followed at once; of more, the ones that were quiet longest are let go. */
const FOLLOWED_MOST = 10_000;

type Turns = { queuedAt: number[]; handedAt: number | null };

/** Reads the journal once and in order, and makes counts and times of it. */
export class JournalMeter {
  readonly #sink: MeterSink;
  readonly #turns = new Map<string, Turns>();
  #cursor = 0;

  constructor(sink: MeterSink) {
    this.#sink = sink;
  }

  get cursor(): number {
    return this.#cursor;
  }

  add(lines: readonly MeterLine[]): void {
    for (const line of lines) this.#addOne(line);
  }

  #addOne({ seq, at, event, sessionId }: MeterLine): void {
    this.#cursor = seq;
    if (ERRORS.has(event)) this.#sink.error(event);
    if (event.startsWith('turn-') && sessionId !== null) this.#step(event.slice(5), at, sessionId);
  }

  /** An agent has one turn at a time, and they are handed over in their order. */
  #step(event: string, at: number, sessionId: string): void {
    const turns = this.#follow(sessionId);
    if (event === 'queued' || event === 'return') turns.queuedAt.push(at);
    if (event === 'hand') {
      const queuedAt = turns.queuedAt.shift();
      if (queuedAt !== undefined) this.#sink.waited(secondsOf(at - queuedAt));
      turns.handedAt = at;
    }
    if (event === 'see' && turns.handedAt !== null) this.#sink.delivered(secondsOf(at - turns.handedAt));
    if (ENDS.has(event)) this.#end(event, at, turns);
  }

  #end(event: string, at: number, turns: Turns): void {
    this.#sink.turn(event);
    if (event === 'finish' && turns.handedAt !== null) this.#sink.worked(secondsOf(at - turns.handedAt));
    if (event !== 'drop') turns.handedAt = null;
    else turns.queuedAt.pop();
  }

  #follow(sessionId: string): Turns {
    const turns = this.#turns.get(sessionId) ?? { queuedAt: [], handedAt: null };
    this.#turns.delete(sessionId);
    this.#turns.set(sessionId, turns);
    if (this.#turns.size > FOLLOWED_MOST) {
      const [oldest = ''] = this.#turns.keys();
      this.#turns.delete(oldest);
    }
    return turns;
  }
}

const secondsOf = (ms: number): number => Math.max(0, ms) / 1_000;
