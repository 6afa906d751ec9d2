import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callerOf, connectMcp, openAttempt } from './mcp-client.ts';
import { makeProject, type TestProject } from './project.ts';
import { openShell } from './shells.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const WAIT = { timeout: 40_000, interval: 50 };

type Identity = Readonly<{ id: string; status: string; cli: string | null; files_reserved: string[] }>;
type ParticipantList = Readonly<{ participants: Identity[] }>;
type Inbox = Readonly<{ mails: { id: string; from: string; subject: string; thread_id: string }[] }>;

/** An agent CLI of its own, started by hand, that has `swarm mcp` as its server. */
async function startAgent(project: TestProject, cwd = project.root) {
  const script = `import { spawn } from 'node:child_process';
    const server = spawn(${JSON.stringify(process.execPath)}, [${JSON.stringify(BUNDLE)}, 'mcp'], {
      stdio: 'inherit' });
    server.on('exit', (code) => process.exit(code ?? 1));`;
  const program = project.write('bin/codex.mjs', script);
  chmodSync(program, 0o755);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    cwd,
    env: { ...project.env },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, call: callerOf(client) };
}

const joined = async (project: TestProject, ...words: string[]): Promise<Identity[]> =>
  (await project.json<ParticipantList>('participants', ...words)).participants;

test('an agent started by hand takes part from its first act on, and leaves with its CLI', async () => {
  const project = await makeProject();
  const { client, call } = await startAgent(project);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['mail_send', 'reserve', 'queue_claim', 'send_message']));
  expect(await call('session_list')).toMatchObject({ isError: false });
  expect(await joined(project)).toEqual([]);

  const many = await Promise.all([
    call('whoami'),
    call('mail_inbox'),
    call('reserve', { globs: ['src/**'] }),
  ]);
  expect(many.map(({ isError, text }) => [isError, text.slice(0, 1)])).toEqual(many.map(() => [false, '{']));
  const [self] = await joined(project);
  expect(self).toMatchObject({ cli: 'codex', status: 'active', files_reserved: ['src/**'] });
  expect(await joined(project)).toHaveLength(1);

  await client.close();
  await vi.waitFor(async () => expect(await joined(project)).toEqual([]), WAIT);
  expect(await joined(project, '--all')).toMatchObject([
    { id: self?.id, status: 'ended', files_reserved: [] },
  ]);
});

test('work is claimed, reported and done in the name of the participant', async () => {
  const project = await makeProject();
  const { call } = await startAgent(project);
  const { id } = (await call('whoami')).value as Identity;
  expect(await call('queue_add', { id: 'one', title: 'the first' })).toMatchObject({ isError: false });
  expect(await call('queue_claim', { holder: 'ann' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('holder: unknown key'),
  });
  expect(await call('queue_claim')).toMatchObject({ isError: false, value: { id: 'one', holder: id } });
  expect(await call('queue_done', { work_id: 'one' })).toMatchObject({ isError: false });
  const { history } = await project.json<{ history: { by: string }[] }>('queue', 'show', 'one');
  expect(new Set(history.map(({ by }) => by))).toEqual(new Set([id]));
});

test('tools of Agent Mail take its words, and no agent speaks as another or to another project', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  const ann = await shell.json<Identity>('join', '--name', 'RedFox');
  const { call } = await startAgent(project);
  const project_key = project.root;
  expect(await call('ensure_project', { human_key: project.root })).toMatchObject({ isError: false });
  const named = { project_key, program: 'codex', model: 'm', task_description: 'the API\nmore' };
  const self = (await call('register_agent', named)).value as Identity & { base_agent: string };
  expect(self).toMatchObject({ track: 'the API', status: 'active' });
  expect(await call('register_agent', { project_key, name: 'RedFox' })).toMatchObject({ isError: true });

  const mine = { project_key, sender_name: self.base_agent };
  const mail = { to: ['RedFox'], subject: 'Schema', body_md: 'wait', importance: 'high', thread_id: 'bd-1' };
  expect(await call('send_message', { ...mine, ...mail, ack_required: true })).toMatchObject({
    isError: false,
    value: { thread_id: 'bd-1', recipients: [{ id: ann.id }] },
  });
  const { mails } = await shell.json<Inbox>('mail', 'inbox');
  expect(mails).toMatchObject([{ from: self.id, subject: 'Schema', ack_wanted: true, importance: 'high' }]);
  await shell.swarm('mail', 'reply', mails[0]?.id ?? '', 'done');

  const own = { project_key, agent_name: self.id };
  const inbox = await call('fetch_inbox', { ...own, include_bodies: true, since_ts: '2020-01-01T00:00:00Z' });
  expect(inbox.value).toMatchObject({
    mails: [{ from: ann.id, thread_id: 'bd-1', body: 'done' }],
    unread: 1,
  });
  expect((await call('fetch_inbox', { ...own, urgent_only: true })).value).toMatchObject({ mails: [] });
  const message_id = (inbox.value as Inbox).mails[0]?.id;
  expect(await call('mark_message_read', { ...own, message_id })).toMatchObject({ value: { body: 'done' } });
  expect(await call('acknowledge_message', { ...own, message_id })).toMatchObject({ isError: false });
  expect(await call('reply_message', { ...mine, message_id, body_md: 'thanks' })).toMatchObject({
    isError: false,
  });
  expect((await call('search_messages', { project_key, query: 'schema' })).value).toMatchObject({
    mails: [{}, {}, {}],
  });
  expect((await call('whois', { project_key, agent_name: 'redfox' })).value).toMatchObject({
    participants: [{ id: ann.id }],
  });
  const held = { ...own, paths: ['src/**'], ttl_seconds: 60, exclusive: true, reason: 'login' };
  expect(await call('file_reservation_paths', held)).toMatchObject({ isError: false });
  expect(await shell.swarm('reserve', 'src/a.ts')).toMatchObject({ code: 1 });
  expect(await call('release_file_reservations', own)).toMatchObject({ isError: false });
  expect(await shell.swarm('reserve', 'src/a.ts')).toMatchObject({ code: 0 });

  const forged = { isError: true, code: 'speaks-as-another' };
  expect(await call('send_message', { ...mail, project_key, sender_name: 'RedFox' })).toMatchObject(forged);
  expect(await call('fetch_inbox', { project_key, agent_name: ann.id })).toMatchObject(forged);
  expect(await call('fetch_inbox', { project_key: '/elsewhere' })).toMatchObject({
    isError: true,
    code: 'project-of-another',
  });
  expect((await shell.json<Inbox>('mail', 'inbox')).mails).toHaveLength(2);
});

test('a session mails through the same tools, with its role for a name', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  await shell.json('join', '--name', 'RedFox');
  const { id, env } = await openAttempt(project);
  const { call } = await connectMcp(project, { env });
  const mail = { to: ['RedFox'], body_md: 'look at auth.ts' };
  expect(await call('send_message', { ...mail, sender_name: 'RedFox' })).toMatchObject({
    isError: true,
    code: 'speaks-as-another',
  });
  expect(await call('send_message', { ...mail, sender_name: env.SWARM_ROLE })).toMatchObject({
    isError: false,
  });
  expect((await shell.json<Inbox>('mail', 'inbox')).mails).toMatchObject([{ from: id }]);
  expect(await call('queue_claim')).toMatchObject({ isError: true, code: 'not-from-attempt' });
});

test('a name is checked, and outside of a project there are no tools', async () => {
  const project = await makeProject();
  const { call } = await startAgent(project);
  const first = (await call('register_agent', { name: 'BlueLake' })).value as Identity;
  expect(first.id).toMatch(/^BlueLake-/);
  expect(await call('register_agent', { name: '../x' })).toMatchObject({ isError: true });
  const outside = await startAgent(project, join(project.root, '..'));
  expect((await outside.client.listTools()).tools).toEqual([]);
});
