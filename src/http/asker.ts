import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { troubleOfRefusal } from '../views/error-text.ts';
import type { HttpHost } from './host.ts';
import { type Reply, replyRefused, replyTrouble } from './reply.ts';

type Socket = HttpBindings['incoming']['socket'];

/** Whose process is at the other end, looked up once for each connection. */
export class Askers {
  readonly #host: Pick<HttpHost, 'findAsker'>;
  readonly #port: number;
  readonly #known = new WeakMap<Socket, ReturnType<HttpHost['findAsker']>>();

  constructor(host: Pick<HttpHost, 'findAsker'>, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** Why a request that changes something is refused, with a good cookie too; null when it may go on. */
  async refusalFor(c: Context, what: string): Promise<Reply | null> {
    const asker = await this.#find((c.env as HttpBindings).incoming.socket);
    if (asker.is === 'agent') {
      const refusal = { code: 'attempt-hidden', verb: what, attempt: asker.attempt } as const;
      return replyTrouble(troubleOfRefusal(refusal));
    }
    return asker.is === 'left' ? replyRefused(LEFT) : null;
  }

  #find(socket: Socket): ReturnType<HttpHost['findAsker']> {
    const known = this.#known.get(socket);
    if (known !== undefined) return known;
    const found = this.#host.findAsker({ port: this.#port, peerPort: socket.remotePort ?? 0 });
    this.#known.set(socket, found);
    return found;
  }
}

const LEFT = {
  status: 403,
  code: 'asker-left',
  message: 'The connection was closed before it could be told who asks',
};
