import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import type { HttpHost, TerminalEvents, TerminalScreen } from './host.ts';
import type { Ticket } from './tickets.ts';

/** What one viewer may have unread; beyond it output is left out, and the screen is drawn anew later. */
const UNREAD_MOST_BYTES = 1024 * 1024;
const CLOSE = { done: 1000, refused: 4000 } as const;

const Said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input'), data: z.string() }),
  z.object({
    type: z.literal('resize'),
    cols: z.int().check(z.minimum(20), z.maximum(500)),
    rows: z.int().check(z.minimum(5), z.maximum(300)),
  }),
]);

type Line = Pick<WebSocket, 'send' | 'close' | 'on' | 'bufferedAmount'>;

/** Shows a session until one of both ends leaves. Only a ticket that may type lets a word through. */
export async function serveTerminal(
  { openTerminal, log }: Pick<HttpHost, 'openTerminal' | 'log'>,
  socket: Line,
  { sessionId, mayType }: Ticket,
): Promise<void> {
  try {
    const viewer = new Viewer(socket);
    const opened = await openTerminal(sessionId, viewer);
    if (!opened.ok) return socket.close(CLOSE.refused, troubleOfRefusal(opened.refusal).code);
    viewer.show(opened.value);
    socket.on('message', (data) => {
      if (mayType) hear(opened.value, String(data));
    });
  } catch (error) {
    log(`A terminal cannot be shown: ${troubleOfError(error).message}`);
    socket.close(CLOSE.refused, troubleOfError(error).code);
  }
}

/** What is no message of ours is nothing. */
function hear(screen: TerminalScreen, text: string): void {
  const said = Said.safeParse(parseJson(text)).data;
  if (said?.type === 'input') screen.type(new TextEncoder().encode(said.data));
  if (said?.type === 'resize') screen.resize({ columns: said.cols, rows: said.rows });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class Viewer implements TerminalEvents {
  readonly #socket: Line;
  #isBehind = false;
  #isGone = false;
  #screen: TerminalScreen | null = null;

  constructor(socket: Line) {
    this.#socket = socket;
    socket.on('error', () => this.#leave());
    socket.on('close', () => this.#leave());
  }

  /** The browser may have left while the screen was opened. */
  show(screen: TerminalScreen): void {
    this.#screen = screen;
    if (this.#isGone) screen.close();
  }

  drawn({ columns, rows }: Parameters<TerminalEvents['drawn']>[0], bytes: Uint8Array): void {
    this.#socket.send(JSON.stringify({ type: 'size', cols: columns, rows }));
    this.#send(bytes);
  }

  output(bytes: Uint8Array): void {
    if (this.#socket.bufferedAmount > UNREAD_MOST_BYTES) this.#isBehind = true;
    if (this.#isBehind) this.#screen?.hold();
    else this.#send(bytes);
  }

  ended(): void {
    this.#socket.close(CLOSE.done, 'ended');
  }

  #send(bytes: Uint8Array): void {
    this.#socket.send(bytes, () => {
      if (!this.#isBehind || this.#socket.bufferedAmount > 0) return;
      this.#isBehind = false;
      this.#screen?.refresh();
    });
  }

  #leave(): void {
    this.#isGone = true;
    this.#screen?.close();
  }
}
