import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AnyVerb } from '../../src/app/verb.ts';
import { VERBS } from '../../src/app/verbs.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { connectMcp, openAttempt } from './mcp-client.ts';
import { create, makeProject, type TestProject } from './project.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const WAIT = { timeout: 40_000, interval: 50 };

type Messages = { messages: { from: string; body: string }[] };
type Questions = { questions: { id: string; text: string }[] };
type Journal = { events: { event: string; note: string }[] };

test('a session gets every tool, and each says whether it only reads', async () => {
  const project = await makeProject();
  const { env } = await openAttempt(project);
  const { client } = await connectMcp(project, { env });
  const { tools } = await client.listTools();
  // A session is given its work.
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS).filter((name) => name !== 'queue_claim'));
  for (const { name, annotations, inputSchema } of tools) {
    const { reads } = (await VERBS[TOOLS[name]?.verb ?? 'run.show']()) as AnyVerb;
    expect(annotations, name).toMatchObject({ readOnlyHint: reads, destructiveHint: false });
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('an agent that was started by hand looks, and is refused what is asked in a name', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hello', 'done: finished']);
  await project.swarm('wait', id, '--timeout', '40s');
  const { client, call } = await connectMcp(project);

  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('session_list');
  expect(names).not.toContain('inbox');
  expect(names).not.toContain('message_send');
  expect(await call('session_list')).toMatchObject({
    isError: false,
    value: { sessions: [{ session_id: id, status: 'COMPLETED' }] },
  });
  expect(JSON.parse((await call('session_show', { session_id: id })).text)).toMatchObject({ session_id: id });
  for (const tool of ['message_send', 'note_add', 'done', 'ask_person', 'inbox', 'plan_submit'])
    expect(await call(tool, { to: id, body: 'hi' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`${tool} is asked in the name of a session`),
    });
  expect((await project.json<Journal>('events', id)).events.map(({ event }) => event)).not.toContain(
    'message-sent',
  );
});

test('a session writes, notes and hands in through tools, and each takes effect once', async () => {
  const project = await makeProject();
  const { id, env, letGo } = await openAttempt(project);
  const { call } = await connectMcp(project, { env });

  expect(await call('message_send', { to: 'person', body: 'look at this' })).toMatchObject({
    isError: false,
    value: { ok: true, kept: false, value: { to: 'person' } },
  });
  await project.swarm('send', id, 'mind the store');
  expect(await call('inbox')).toMatchObject({
    text: expect.stringContaining(': mind the store'),
    value: { value: { messages: [{ body: 'mind the store' }] } },
  });
  expect(await call('note_add', { description: 'Ids are unique' })).toMatchObject({ isError: false });
  expect(await call('done')).toMatchObject({ isError: true, text: expect.stringContaining('not settled') });
  expect(await call('note_resolve', { note_id: 'note_001', resolution: 'the schema says so' })).toMatchObject(
    {
      text: 'note_001 is resolved',
    },
  );
  expect(await call('result_submit', { json: '{"summary": "by a tool"}' })).toMatchObject({ isError: false });
  expect(await call('queue_add', { title: 'later', not_before: '2h' })).toMatchObject({
    value: { value: { title: 'later' } },
  });
  expect(await call('done', { summary: 'all done' })).toMatchObject({ isError: false });
  letGo();

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await project.json<Messages>('inbox')).toMatchObject({
    messages: [{ from: `session:${id}`, body: 'look at this' }],
  });
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ summary: 'by a tool' });
});

test('a question waits for the person within its bound, and stands after that', async () => {
  const project = await makeProject();
  const { env } = await openAttempt(project);
  const { call } = await connectMcp(project, { env });

  const asked = call('ask_person', { text: 'Which one?', options: ['a', 'b'], wait_ms: 40_000 });
  const { questions } = await vi.waitFor(async () => {
    const open = await project.json<Questions>('questions');
    expect(open.questions).toHaveLength(1);
    return open;
  }, WAIT);
  expect(await call('question_list')).toMatchObject({ value: { questions: [{ text: 'Which one?' }] } });
  await project.swarm('answer', questions[0]?.id ?? '', 'b');
  expect(await asked).toMatchObject({ isError: false, text: 'b' });

  expect(await call('ask_person', { text: 'And now?', wait_ms: 0 })).toMatchObject({
    isError: false,
    text: expect.stringContaining('Your question stands'),
    value: { kept: true },
  });
  expect(await call('ask_person', { text: 'x', wait_ms: 1e9 })).toMatchObject({
    isError: true,
    text: 'wait_ms: expected at most 600000',
  });
});

test('a server in the name of another session is refused, and the person is told', async () => {
  const project = await makeProject();
  const victim = await openAttempt(project);
  const sly = await openAttempt(project);
  const { SWARM_ATTEMPT_DIR = '', SWARM_SESSION_ID = '' } = victim.env;
  const { call } = await connectMcp(project, { env: { ...sly.env, SWARM_ATTEMPT_DIR, SWARM_SESSION_ID } });

  expect(await call('message_send', { to: 'person', body: `I am ${victim.id}` })).toMatchObject({
    isError: true,
    text: expect.stringContaining('does not carry the token'),
  });
  // What a request carries beside its input is no input.
  expect(await call('message_send', { to: 'person', body: 'x', verb: 'question.answer' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('verb: unknown key'),
  });
  expect(await call('message_send', { to: 'person', body: 'x', token: 'y' })).toMatchObject({
    isError: true,
  });
  expect((await project.json<Messages>('inbox')).messages).toEqual([]);
  const { events } = await project.json<Journal>('events', victim.id);
  expect(events.map(({ event }) => event)).toContain('request-refused');
});

test.each([
  ['an unknown key', { sesion: 1 }, 'sesion: unknown key'],
  ['both spellings', { session_id: 'a', sessionId: 'a' }, 'given twice'],
  ['nothing', {}, 'session_id: expected a string'],
  ['a number', { session_id: 5 }, 'session_id: expected a string'],
  ['a path', { session_id: '../../etc/passwd' }, 'session_id'],
  ['escapes', { session_id: '\u001b]0;owned\u0007' }, 'session_id'],
])('%s in the place of a session is told, and the server goes on', async (_, given, problem) => {
  const project = await makeProject();
  const { call } = await connectMcp(project);
  const said = await call('session_show', given);
  expect(said).toMatchObject({ isError: true, text: expect.stringContaining(problem) });
  expect(said.text).not.toContain('\u001b');
  expect(await call('session_list')).toMatchObject({ isError: false });
});

test('lines that are no protocol are passed over, and the end of stdin ends the server', async () => {
  const project = await makeProject();
  const child = startRaw(project);
  const lines = linesOf(child);
  child.stdin.write('not json\n[]\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","id":1,"method":"no/such"}\n');
  const clientInfo = { name: 'raw', version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  child.stdin.write(request(2, 'initialize', hello));
  expect(await lines.until((line) => line.id === 2)).toMatchObject({
    result: { serverInfo: { name: 'swarm' } },
  });
  child.stdin.write(request(3, 'tools/call', { name: 'session_list', arguments: [] }));
  expect(await lines.until((line) => line.id === 3)).toBeDefined();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['2025', false],
  ['2026', true],
])('a client of %s hears that its inbox changed, and of nothing that it caused', async (_, isModern) => {
  const project = await makeProject();
  const { id, env } = await openAttempt(project);
  const { client } = await connectMcp(project, { env, isModern });
  const told: string[] = [];
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'swarm://status',
    'swarm://inbox',
    'swarm://mail',
    'swarm://contract',
  ]);
  if (isModern) await client.listen({ resourceSubscriptions: ['swarm://inbox'] });
  else await client.subscribeResource({ uri: 'swarm://inbox' });

  await project.swarm('send', id, 'something new');
  await vi.waitFor(() => expect(told).toContain('swarm://inbox'), WAIT);
  const before = told.length;
  const { contents } = await client.readResource({ uri: 'swarm://inbox' });
  expect(
    JSON.parse('text' in (contents[0] ?? {}) ? (contents[0] as { text: string }).text : ''),
  ).toMatchObject({
    messages: [{ body: 'something new' }],
  });
  await project.swarm('send', id, 'once more');
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(before), WAIT);
  expect(new Set(told)).toEqual(new Set(['swarm://inbox']));
});

test('a resource names its type, and one that cannot be read is an error', async () => {
  const project = await makeProject();
  const { client } = await connectMcp(project);
  const { contents } = await client.readResource({ uri: 'swarm://status' });
  expect(contents).toMatchObject([{ uri: 'swarm://status', mimeType: 'application/json' }]);
  // By hand, and not joined yet: there is no mail to be read.
  await expect(client.readResource({ uri: 'swarm://mail' })).rejects.toThrow('swarm join');
  await expect(client.readResource({ uri: 'swarm://nothing' })).rejects.toThrow('Resource not found');
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
});

const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

function startRaw(project: TestProject) {
  return spawn(process.execPath, [BUNDLE, 'mcp'], {
    cwd: project.root,
    env: project.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

type Line = Readonly<{ id?: number }>;

function linesOf({ stdout }: ReturnType<typeof startRaw>) {
  let text = '';
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    until: (isMeant: (line: Line) => boolean): Promise<Line> =>
      vi.waitFor(() => {
        const found = text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Line)
          .find(isMeant);
        expect(found).toBeDefined();
        return found as Line;
      }, WAIT),
  };
}
