import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeSettledProject } from './project.ts';

// An MCP server that leaves its mark when it is asked what it can do.
const SERVER = `
const tools = [{ name: 'greet', description: 'Greets', inputSchema: { type: 'object' } }];
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'greeter', version: '1' },
  }),
  'tools/list': () => {
    require('node:fs').writeFileSync(process.argv[2], '');
    return { tools };
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = answers[method]?.(params) ?? {};
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

const MODES = ['headless', 'interactive'] as const;
const cases = CLAUDE_VERSIONS.flatMap((version) => MODES.map((mode) => [version, mode] as const));

describe.each(cases)('Claude Code %s, %s', (version, mode) => {
  test('gets the settings and the servers that the project names, beside the own ones', async () => {
    const claude = { settings: 'tools/settings.json', mcpConfig: 'tools/mcp.json' };
    const made = await makeSettledProject(version, { mode, claude });
    const { project, standIn, swarm } = made;
    const mark = join(project.root, 'hook-ran');
    const hook = [{ hooks: [{ type: 'command', command: `touch '${mark}'` }] }];
    project.write('tools/settings.json', JSON.stringify({ hooks: { UserPromptSubmit: hook } }));
    const server = project.write('tools/server.cjs', SERVER);
    const asked = join(project.root, 'server-was-asked');
    const servers = { greeter: { command: process.execPath, args: [server, asked] } };
    project.write('tools/mcp.json', JSON.stringify({ mcpServers: servers }));
    standIn.play(() => says('Done.'));

    const id = await made.create('Begin.');
    await swarm('events', id, '--follow', '--until', 'turn-finish');
    expect(existsSync(mark)).toBe(true);
    await vi.waitFor(() => expect(existsSync(asked)).toBe(true), { timeout: 20_000 });
  });
});

test('a file that is named and cannot be used is refused before anything starts', async () => {
  const { project, swarm } = await makeSettledProject('2.1.325', { claude: { settings: 'nowhere.json' } });
  const task = project.write('task.md', 'Begin.');
  const missing = await swarm('create', 'developer', task);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere.json') });
  project.write('nowhere.json', '{"hooks":');
  const broken = await swarm('create', 'developer', task);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('not JSON') });
  expect(JSON.parse((await swarm('list', '--json')).stdout)).toMatchObject({ sessions: [] });
});
