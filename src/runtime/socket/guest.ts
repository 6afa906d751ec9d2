import type { Socket } from 'node:net';
import { lineSplitter } from './line-splitter.ts';
import { type ClientLine, MAX_LINE_BYTES, parseClientLine, renderLine } from './protocol.ts';

const GOODBYE_LIMIT_MS = 200;

/** One connection, as the supervisor sees it. */
export type Guest = Readonly<{
  say(line: string): void;
  acknowledge(): void;
  watch(changes: number): void;
  tell(changes: number): void;
  dismiss(): void;
}>;

/** An invalid line ends this connection, and nothing else. */
export function welcome(socket: Socket, hear: (guest: Guest, line: ClientLine) => void): Guest {
  let pokes = 0;
  let isWatching = false;
  let isTelling = false;
  let untold: number | null = null;

  // Backpressure: a client that does not read its answers is not read from.
  const say = (line: string, done?: () => void): void => {
    if (!socket.write(line, done)) socket.pause();
  };
  // At most one line is in flight; changes meanwhile are coalesced into one more.
  const tell = (changes: number): void => {
    if (!isWatching) return;
    untold = changes;
    if (isTelling) return;
    isTelling = true;
    untold = null;
    say(renderLine({ changed: changes }), () => {
      isTelling = false;
      if (untold !== null) tell(untold);
    });
  };

  const guest: Guest = {
    say,
    tell,
    acknowledge: () => say(renderLine({ ok: ++pokes })),
    watch(changes) {
      isWatching = true;
      tell(changes);
    },
    dismiss() {
      socket.end(renderLine({ stopping: true }));
      setTimeout(() => socket.destroy(), GOODBYE_LIMIT_MS).unref();
    },
  };

  const splitter = lineSplitter(MAX_LINE_BYTES);
  socket.on('drain', () => socket.resume());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const bytes of splitter.push(chunk) ?? [null]) {
      const line = bytes === null ? undefined : parseClientLine(bytes);
      if (line === undefined) return void socket.destroy();
      hear(guest, line);
    }
  });
  return guest;
}
