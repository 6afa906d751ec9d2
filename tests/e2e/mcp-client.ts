import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, vi } from 'vitest';
import { create, type TestProject } from './project.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const WAIT = { timeout: 40_000, interval: 50 };

export type Env = Readonly<Record<string, string>>;
export type Called = Readonly<{ isError: boolean; text: string; value: unknown; code: unknown }>;

export type McpClient = Readonly<{
  client: Client;
  call: (name: string, given?: unknown) => Promise<Called>;
  stderr: () => string;
}>;

type ClientOptions = Readonly<{ env?: Env; isModern?: boolean; words?: readonly string[] }>;

/** The SDK's own client, with `swarm mcp` as its server. */
export async function connectMcp(
  project: TestProject,
  { env, isModern, words }: ClientOptions = {},
): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: isModern ? 'auto' : 'legacy' } },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BUNDLE, 'mcp', ...(words ?? [])],
    cwd: project.root,
    env: { ...(env ?? project.env) },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, call: callerOf(client), stderr: () => stderr };
}

export const callerOf =
  (client: Client): McpClient['call'] =>
  async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given as Record<string, unknown> });
    const [first] = result.content;
    return {
      isError: result.isError ?? false,
      text: first?.type === 'text' ? first.text : '',
      value: result.structuredContent,
      code: result._meta?.['swarm/code'],
    };
  };

/** A session at work, with the environment that its agent was given. It goes on when it is let go. */
export async function openAttempt(
  project: TestProject,
  ...more: readonly string[]
): Promise<Readonly<{ id: string; env: Env; letGo: () => void }>> {
  const hold = [
    'cd "$SWARM_PROJECT/.."',
    'mkfifo "$SWARM_SESSION_ID.go"',
    'env -0 > draft',
    'mv draft "$SWARM_SESSION_ID.env"',
    'cat "$SWARM_SESSION_ID.go" > /dev/null',
  ].join(' && ');
  const id = await create(project, [`run: ${JSON.stringify(hold)}`, ...more]);
  const beside = join(project.root, '..', id);
  const held = await vi.waitFor(() => readFileSync(`${beside}.env`, 'utf8'), WAIT);
  const pairs = held
    .split('\0')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const env: Env = Object.fromEntries(pairs);
  expect(env.SWARM_SESSION_ID).toBe(id);
  return { id, env, letGo: () => writeFileSync(`${beside}.go`, '') };
}
