import { type ListToolsResult, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
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
    return { contents: [{ uri, text: answer.text }] };
  });
  if (watching !== null) serveSubscriptions(server, watching);
  return server;
}

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
