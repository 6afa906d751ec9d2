import { createRequire } from 'node:module';
import { CONTRACT_TEXT } from '../agents/contract-text.ts';
import type { Wakes } from '../app/session/wait-sessions.ts';
import type { Ask } from '../app/verbs.ts';
import { openDoor } from '../mcp/open-door.ts';
import type { McpRequests, serveRequests } from '../mcp/serve.ts';
import { loadVerb } from './ask.ts';
import { bundleFile } from './project.ts';

declare const __SWARM_VERSION__: string;

type Program = Readonly<{ serveRequests: typeof serveRequests }>;
type Parts = Readonly<{ root: string; ask: Ask; wakes: () => Wakes; log: (text: string) => void }>;

/** MCP for clients with its token: they look at this project and change nothing. Loaded when first asked. */
export function openMcpRequests({ root, ask, wakes, log }: Parts): McpRequests {
  const program = createRequire(import.meta.filename)(bundleFile('mcp.cjs')) as Program;
  const door = openDoor({
    attempt: null,
    canTakePart: false,
    runId: null,
    names: [],
    folders: () => [root],
    version: __SWARM_VERSION__,
    contract: CONTRACT_TEXT,
    ask,
    verb: loadVerb,
    wakes: async () => wakes(),
    log: (text) => log(`mcp: ${text}`),
  });
  return program.serveRequests(door);
}
