import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askRaw, startDashboard } from './dashboard-client.ts';
import { callerOf } from './mcp-client.ts';
import { create, makeProject } from './project.ts';

const WAIT = { timeout: 40_000, interval: 50 };
const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {},
});

async function open() {
  const project = await makeProject();
  const { port, mcp_token_file } = await startDashboard(project);
  const token = readFileSync(mcp_token_file, 'utf8').trim();
  const connect = async (mode: 'auto' | 'legacy'): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const address = new URL(`http://127.0.0.1:${port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    onTestFinished(() => client.close());
    return client;
  };
  return { project, port, token, connect };
}

test('clients of both protocols look at the project over HTTP, and change nothing', async () => {
  const { project, connect } = await open();
  const id = await create(project, ['done: finished']);
  for (const mode of ['legacy', 'auto'] as const) {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const call = callerOf(client);
    const shown = await call('session_show', { session_id: id });
    expect(shown.value).toMatchObject({ session_id: id });
    for (const name of ['queue_add', 'mail_send', 'register_agent', 'message_send', 'whoami'])
      expect(await call(name, {}), name).toMatchObject({ isError: true, code: 'agent-unknown' });
  }
  expect(await project.json('participants')).toMatchObject({ participants: [] });
});

test('a client that listens over HTTP hears that the status of the project changed', async () => {
  const { project, connect } = await open();
  const client = await connect('auto');
  const updated: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  await client.listen({ resourceSubscriptions: ['swarm://status'] });
  await create(project, ['done: finished']);
  await vi.waitFor(() => expect(updated).toContain('swarm://status'), WAIT);
});

test('the token of MCP opens nothing else, and pages of elsewhere have no way in', async () => {
  const { port, token } = await open();
  const authorization = `Bearer ${token}`;
  const accept = 'application/json, text/event-stream';
  const post = (headers: Record<string, string>, path = '/mcp') =>
    askRaw(port, path, {
      method: 'POST',
      body: HELLO,
      headers: { accept, 'content-type': 'application/json', ...headers },
    });
  expect((await post({ authorization })).status).toBe(200);
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer x' })).status).toBe(401);
  expect((await post({ authorization, host: `evil.test:${port}` })).status).toBe(421);
  expect((await post({ authorization, origin: 'http://evil.test' })).status).toBe(403);
  expect((await post({ authorization, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post({ authorization, 'x-swarm': '1' }, '/api/session.list')).status).toBe(401);
  expect((await askRaw(port, '/metrics', { headers: { authorization } })).status).toBe(401);
});
