// An MCP server of the SDK alone, with one tool that gives back what it is given.
import { createRequire } from 'node:module';

// Loaded as ours is: the floor, not a second door.
const require = createRequire(import.meta.url);
const { Server } = require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');

serveStdio(() => {
  const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } });
  const inputSchema = { type: 'object' };
  server.setRequestHandler('tools/list', async () => ({ tools: [{ name: 'echo', inputSchema }] }));
  server.setRequestHandler('tools/call', async ({ params }) => ({
    content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }],
  }));
  return server;
});
