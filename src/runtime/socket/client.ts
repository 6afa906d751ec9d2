import { createConnection } from 'node:net';
import { lineSplitter } from './line-splitter.ts';
import {
  type ClientLine,
  type Greeting,
  MAX_LINE_BYTES,
  MAX_POKED,
  PROTOCOL_VERSION,
  parseServerLine,
  renderLine,
  type ServerLine,
} from './protocol.ts';
import { type Waiters, waiting } from './waiters.ts';

const CONNECT_LIMIT_MS = 1_000;

/** A connection to the supervisor. Keeps the process alive only while an answer is awaited. */
export interface SupervisorClient {
  readonly greeting: Greeting;
  /** Resolves once later changes will be reported. Await it before the first read of what you watch. */
  watch(): Promise<void>;
  /** Asks the supervisor to look at these sessions now. False when it left before it heard. */
  poke(ids: readonly string[]): Promise<boolean>;
  /** The next change since the last one that was reported here, or since `watch`. */
  nextChange(timeoutMs: number): Promise<'changed' | 'timeout' | 'closed'>;
  /** Asks the supervisor to leave. True when it left within the time. */
  stop(timeoutMs: number): Promise<boolean>;
  close(): void;
}

/** Null when no supervisor listens there or answers in time. */
export async function connect(socketFile: string): Promise<SupervisorClient | null> {
  const line = openLine(socketFile);
  line.send({ hello: PROTOCOL_VERSION });
  await line.until(({ greeting }) => greeting !== null, CONNECT_LIMIT_MS);
  const { greeting } = line.heard;
  if (greeting !== null) return clientOn(line, greeting);
  line.close();
  return null;
}

function clientOn(line: Line, greeting: Greeting): SupervisorClient {
  const { heard } = line;
  let pokes = 0;
  let isWatching = false;
  let reported: number | null = null;

  const ensureWatching = (): void => {
    if (!isWatching) line.send({ watch: true });
    isWatching = true;
  };

  return {
    greeting,
    close: line.close,
    async watch() {
      ensureWatching();
      await line.until(({ changes }) => changes !== null);
      reported = heard.changes;
    },
    async poke(ids) {
      for (let from = 0; from < ids.length; from += MAX_POKED) {
        line.send({ poke: ids.slice(from, from + MAX_POKED) });
        pokes += 1;
      }
      const last = pokes;
      await line.until(({ acknowledged }) => acknowledged >= last);
      return heard.acknowledged >= last;
    },
    async nextChange(timeoutMs) {
      ensureWatching();
      const known = reported;
      await line.until(({ changes }) => changes !== known, timeoutMs);
      if (heard.changes === known) return heard.isClosed ? 'closed' : 'timeout';
      reported = heard.changes;
      return 'changed';
    },
    async stop(timeoutMs) {
      line.send({ stop: true });
      await line.until(({ isClosed }) => isClosed, timeoutMs);
      return heard.isClosed;
    },
  };
}

/** All that the supervisor has said so far. */
type Heard = { greeting: Greeting | null; acknowledged: number; changes: number | null; isClosed: boolean };

type Line = Readonly<{
  heard: Readonly<Heard>;
  send(line: ClientLine): void;
  /** Waits until the condition is true, the connection is closed, or the time is over. */
  until(test: (heard: Readonly<Heard>) => boolean, timeoutMs?: number): Promise<void>;
  close(): void;
}>;

function openLine(socketFile: string): Line {
  const heard: Heard = { greeting: null, acknowledged: 0, changes: null, isClosed: false };
  const socket = createConnection(socketFile);
  const waiters: Waiters = waiting({ onFirst: () => socket.ref(), onNone: () => socket.unref() });
  const splitter = lineSplitter(MAX_LINE_BYTES);

  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    heard.isClosed = true;
    waiters.look();
  });
  socket.on('data', (chunk) => {
    for (const bytes of splitter.push(chunk) ?? [null]) {
      const line = bytes === null ? undefined : parseServerLine(bytes);
      if (line === undefined) return void socket.destroy();
      note(heard, line);
    }
    waiters.look();
  });

  return {
    heard,
    send: (line) => void socket.write(renderLine(line)),
    until: (test, timeoutMs) => waiters.until(() => test(heard) || heard.isClosed, timeoutMs),
    close: () => void socket.destroy(),
  };
}

function note(heard: Heard, line: ServerLine): void {
  if ('hello' in line) heard.greeting = line.hello;
  if ('ok' in line) heard.acknowledged = line.ok;
  if ('changed' in line) heard.changes = line.changed;
}
