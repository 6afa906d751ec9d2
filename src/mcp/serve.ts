import {
  createMcpHandler,
  InMemoryServerEventBus,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpDoor } from './door.ts';
import { StdioTransport } from './transport.ts';
import type { ToolAnswer } from './wire.ts';

/** Serves MCP on stdin and stdout. Resolves when the client has left. */
export function serve(door: McpDoor): Promise<void> {
  const ending = new AbortController();
  let current: Server | null = null;
  // Nothing is watched before a client asks for it: most never do.
  const watching = once(() => {
    const tell = (uri: string): void => void current?.sendResourceUpdated({ uri }).catch(() => {});
    void door.watch(tell, ending.signal);
  });
  return new Promise((resolve) => {
    const ended = (): void => {
      ending.abort();
      resolve();
    };
    serveStdio(
      ({ era }) => {
        current = serverOf(door, era === 'legacy' ? watching : null);
        return current;
      },
      {
        transport: new StdioTransport({ ended, listening: watching }),
        onerror: (error) => door.log(error.message),
      },
    );
  });
}

/** Answers requests of streamable HTTP. Who may send them is decided before they come here. */
export type McpRequests = Readonly<{ fetch: (request: Request) => Promise<Response> }>;

/** The same tools and resources over HTTP. Each request has a server of its own, and nothing is kept. */
export function serveRequests(door: McpDoor): McpRequests {
  const { fetch } = createMcpHandler(() => serverOf(door, null), {
    bus: new WatchedBus(door),
    onerror: (error) => door.log(error.message),
  });
  return { fetch: (request) => fetch(request) };
}

/** Watches resources as long as a client listens. */
class WatchedBus implements ServerEventBus {
  readonly #bus = new InMemoryServerEventBus();
  readonly #door: McpDoor;
  #ending = new AbortController();

  constructor(door: McpDoor) {
    this.#door = door;
  }

  publish(event: Parameters<ServerEventBus['publish']>[0]): void {
    this.#bus.publish(event);
  }

  subscribe(listener: Parameters<ServerEventBus['subscribe']>[0]): () => void {
    const end = this.#bus.subscribe(listener);
    if (this.#bus.listenerCount === 1) this.#watch();
    return () => {
      end();
      if (this.#bus.listenerCount === 0) this.#ending.abort();
    };
  }

  #watch(): void {
    this.#ending = new AbortController();
    const tell = (uri: string): void => this.publish({ kind: 'resource_updated', uri });
    void this.#door.watch(tell, this.#ending.signal);
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** `watching` where the client subscribes by requests to us: in the newer protocol the SDK keeps the list. */
function serverOf(door: McpDoor, watching: (() => void) | null): Server {
  const server = new Server(
    { name: 'swarm', title: 'Swarm', version: door.version },
    { capabilities: { tools: {}, resources: { subscribe: true } }, instructions: door.instructions },
  );
  server.onerror = (error) => door.log(error.message);
  server.setRequestHandler('tools/list', async () => ({ tools: await toolsOf(door) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
    resultOf(await door.call(params.name, params.arguments, mcpReq.signal)),
  );
  server.setRequestHandler('resources/list', async () => ({ resources: [...door.listResources()] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const answer = await door.read(uri);
    if (answer === null) throw new ResourceNotFoundError(uri);
    if (answer.isError) throw refusedRead(answer);
    return { contents: [{ uri, mimeType: answer.mimeType, text: answer.text }] };
  });
  // Clients ask for these wherever there are resources.
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }));
  if (watching !== null) serveSubscriptions(server, watching);
  return server;
}

/** A resource has no way to say no but an error: a text in its place would be read as its content. */
const refusedRead = ({ text, code }: ToolAnswer): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InternalError, text, { 'swarm/code': code });

// Both packages word JSON Schemas, each with types of its own.
const toolsOf = async (door: McpDoor): Promise<ListToolsResult['tools']> =>
  (await door.listTools()) as unknown as ListToolsResult['tools'];

function serveSubscriptions(server: Server, watching: () => void): void {
  const wanted = new Set<string>();
  const sendAll = server.sendResourceUpdated.bind(server);
  server.sendResourceUpdated = async (params) => (wanted.has(params.uri) ? sendAll(params) : undefined);
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    wanted.add(params.uri);
    watching();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    wanted.delete(params.uri);
    return {};
  });
}

const resultOf = ({ isError, text, value, code }: ToolAnswer) => ({
  ...(code === undefined ? {} : { _meta: { 'swarm/code': code } }),
  isError,
  content: [{ type: 'text' as const, text }],
  ...(value === null ? {} : { structuredContent: { ...value } }),
});
