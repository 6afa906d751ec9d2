import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CONTRACT_TEXT } from '../agents/contract-text.ts';
import type { Ask } from '../app/verbs.ts';
import type { AttemptDoor } from '../contract/asking.ts';
import { openDoor } from '../mcp/open-door.ts';
import type { serve } from '../mcp/serve.ts';
import { loadVerb } from './ask.ts';
import { writeError } from './output.ts';
import { bundleFile, type Env } from './project.ts';
import { askedFolder, lookFor } from './project-root.ts';
import type { SupervisorLine } from './supervisor-line.ts';
import { openQuietWakes } from './wakes.ts';

declare const __SWARM_VERSION__: string;

type Program = Readonly<{ serve: typeof serve }>;

export type McpParts = Readonly<{
  asked: Readonly<{ project: string | null; env: Env; cwd: string }>;
  attempt: AttemptDoor | null;
  ask: Ask;
  line: () => Promise<SupervisorLine>;
}>;

/** Serves MCP until the client leaves. The SDK is a bundle of its own, so that no command loads it. */
export async function serveMcp({ asked, attempt, ask, line }: McpParts): Promise<null> {
  const { env } = asked;
  const program = createRequire(import.meta.filename)(bundleFile('mcp.cjs')) as Program;
  const log = (text: string): void => writeError(`swarm mcp: ${text}\n`);
  const door = openDoor({
    attempt,
    canTakePart: true,
    runId: env.SWARM_RUN_ID || null,
    names: attempt === null ? [] : [attempt.sessionId, env.SWARM_ROLE].flatMap((name) => name || []),
    folders: () => foldersOf(asked),
    version: __SWARM_VERSION__,
    contract: CONTRACT_TEXT,
    ask,
    verb: loadVerb,
    wakes: async () => openQuietWakes(await line()),
    log,
  });
  await program.serve(door);
  await door.close().catch((error: unknown) => log(String(error)));
  return null;
}

/** As they are called and as they are, where a link leads to them. */
function foldersOf(asked: McpParts['asked']): readonly string[] {
  const root = lookFor(askedFolder(asked), asked)?.root;
  if (root === undefined) return [];
  return [...new Set([root, asked.cwd].flatMap((folder) => [folder, realpathSync(folder)]))];
}
