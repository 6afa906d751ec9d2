import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

// A verb refuses what is too large with its own words; this only bounds the memory.
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

type Hooks = Readonly<{
  /** The client wants to hear of changes. */
  listening: () => void;
  /** It has left. */
  ended: () => void;
}>;

/** Stdin and stdout, with a look at what the SDK answers by itself. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stdio = new StdioServerTransport(undefined, undefined, { maxBufferSize: LONGEST_LINE_BYTES });
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  start(): Promise<void> {
    this.#stdio.onerror = (error) => this.onerror?.(error);
    this.#stdio.onmessage = (message) => {
      if ('method' in message && message.method === 'subscriptions/listen') this.#hooks.listening();
      this.onmessage?.(message);
    };
    this.#stdio.onclose = () => {
      this.onclose?.();
      this.#hooks.ended();
    };
    return this.#stdio.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#stdio.send(message);
  }

  close(): Promise<void> {
    return this.#stdio.close();
  }
}
