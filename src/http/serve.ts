import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Activity } from './activity.ts';
import { Feed } from './feed.ts';
import type { HttpHost } from './host.ts';
import { Metrics } from './metrics.ts';
import { routesOf } from './routes.ts';
import { serveTerminals } from './terminals.ts';
import { Tickets } from './tickets.ts';

const LOOPBACK = '127.0.0.1';

export interface HttpServer {
  readonly port: number;
  /** How long there has been no viewer. */
  idleMs(): number;
  close(): Promise<void>;
}

/** Serves on this machine alone; 0 for a port that is free. Null when the port is taken. */
export async function serve(host: HttpHost, wanted: number): Promise<HttpServer | null> {
  const feed = new Feed(host);
  const activity = new Activity(host.now);
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    overrideGlobalObjects: false,
  }) as Server;
  const port = await listen(server, wanted);
  if (port === null) return null;
  const tickets = new Tickets(host);
  const parts = { host, port, feed, activity, tickets, metrics: new Metrics(host, activity) };
  const app = routesOf(parts);
  const terminals = serveTerminals(server, parts);
  return {
    port,
    idleMs: () => activity.idleMs,
    async close() {
      feed.close();
      terminals.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
    );
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : null);
    });
  });
}
