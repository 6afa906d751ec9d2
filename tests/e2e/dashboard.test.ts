import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { askRaw, type Browser, signIn, startDashboard } from './dashboard-client.ts';
import { openAttempt } from './mcp-client.ts';
import { create, makeProject, supervisorPid, type TestProject } from './project.ts';

const WAIT = { timeout: 40_000, interval: 20 };

type Transcript = { next: number; entries: object[] };
type Problem = { error: { code: string; message: string } };
const codeOf = (text: string): string => (JSON.parse(text) as Problem).error.code;

test('a token signs in one browser once, and only its owner can ask', async () => {
  const project = await makeProject();
  const { served, cookie, read, post } = await signIn(project);
  const { port } = served;

  const again = await askRaw(port, served.url.slice(served.url.indexOf('/?')));
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  expect((await askRaw(port, '/?token=guessed')).status).toBe(401);
  const kept = join(project.paths.swarmDir, 'dashboard');
  const files = readdirSync(kept, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const secret = cookie.slice(cookie.indexOf('=') + 1);
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    expect(`${path} ${readFileSync(path, 'utf8')}`).not.toContain(secret);
  }
  expect(statSync(kept).mode & 0o777).toBe(0o700);

  expect(await read('/api/session.list')).toMatchObject({ status: 200 });
  const unsigned = await askRaw(port, '/api/session.list');
  expect([unsigned.status, codeOf(unsigned.text)]).toEqual([401, 'not-signed-in']);
  expect(unsigned.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(unsigned.headers['access-control-allow-origin']).toBeUndefined();

  expect(await post('queue.add', { title: 'by the page' })).toMatchObject({
    status: 200,
    body: { title: 'by the page', state: 'queued' },
  });
  expect(await post('queue.add', { titel: 'x' })).toMatchObject({
    status: 400,
    body: { error: { code: 'usage', key: 'titel' } },
  });
  expect(await post('session.show', { session_id: 'none' })).toMatchObject({ status: 404 });
  expect(await post('no.verb', {})).toMatchObject({ status: 404, body: { error: { code: 'verb-unknown' } } });
  expect(await post('session.finish', {})).toMatchObject({ status: 403 });
  const given = encodeURIComponent(JSON.stringify({ title: 'by a link' }));
  expect((await read(`/api/queue.add?input=${given}`)).status).toBe(405);
  expect((await read('/api/session.list?input={')).status).toBe(400);
  expect(await project.json('queue', 'list')).toMatchObject({ items: [{ title: 'by the page' }] });
  const { paths } = JSON.parse((await read('/api/openapi.json')).text) as { paths: Record<string, object> };
  expect(Object.keys(paths['/api/session.list'] ?? {})).toEqual(['post', 'get']);
  expect(Object.keys(paths['/api/session.kill'] ?? {})).toEqual(['post']);
  expect(paths).not.toHaveProperty('/api/session.finish');
});

test('a name that leads here, a page elsewhere and a form are refused with a good cookie too', async () => {
  const project = await makeProject();
  const { served, cookie } = await signIn(project);
  const ask = async (headers: Record<string, string>, method = 'GET') =>
    codeOf((await askRaw(served.port, '/api/queue.list', { method, headers: { cookie, ...headers } })).text);
  const host = `127.0.0.1:${served.port}`;
  expect(await ask({ host: `evil.test:${served.port}` })).toBe('host-wrong');
  expect(await ask({ host: 'localhost' })).toBe('host-wrong');
  expect(await ask({ host, origin: 'http://evil.test' })).toBe('origin-wrong');
  expect(await ask({ host, 'sec-fetch-site': 'same-site' })).toBe('origin-wrong');
  expect(await ask({ host, origin: 'null', 'x-swarm': '1' }, 'POST')).toBe('origin-wrong');
  expect(await ask({ host }, 'POST')).toBe('mark-missing');
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
  const open = async (headers: Record<string, string>) =>
    codeOf(
      (await askRaw(served.port, '/api/terminal?ticket=x', { headers: { ...upgrade, ...key, ...headers } }))
        .text,
    );
  expect(await open({ host, cookie, origin: 'http://evil.test' })).toBe('origin-wrong');
  expect(await open({ host: 'evil.test', cookie })).toBe('host-wrong');
  expect(await open({ host })).toBe('not-signed-in');
  expect(await open({ host, cookie })).toBe('ticket-used');
  for (const path of ['/../../package.json', '/%2e%2e/%2e%2e/package.json', '/.swarm/swarm.db'])
    expect((await askRaw(served.port, path)).text).not.toContain('"dependencies"');
});

test('one server serves a project, on the same port, and an agent starts none', async () => {
  const project = await makeProject();
  const [first, second] = await Promise.all([startDashboard(project), startDashboard(project)]);
  expect([first.pid, first.port]).toEqual([second.pid, second.port]);
  expect(await project.json('dashboard', '--no-open', '--port', '1')).toMatchObject({
    error: { code: 'dashboard-elsewhere', port: first.port },
  });
  const { cookie } = await signIn(project);
  expect(await project.json('dashboard', 'stop')).toEqual({ stopped: true });
  expect(await project.json('dashboard', 'stop')).toEqual({ stopped: false });
  const next = await startDashboard(project);
  expect([next.port, next.started, next.pid === first.pid]).toEqual([first.port, true, false]);
  const read = await askRaw(next.port, '/api/session.list', { headers: { cookie } });
  expect(read.status).toBe(200);

  const { env } = await openAttempt(project);
  const inside = await project.swarmWith(
    { env: { ...env } as Record<string, string> },
    'dashboard',
    '--json',
  );
  expect(JSON.parse(inside.stdout)).toMatchObject({ error: { code: 'not-from-attempt' } });
});

test('a server without viewers leaves, unless it is kept', async () => {
  const project = await makeProject({ dashboard: { idleStop: '300ms' } });
  const { pid, port } = await startDashboard(project);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), WAIT);
  const kept = await startDashboard(project, '--keep');
  expect([kept.port, kept.started]).toEqual([port, true]);
  await project.json('queue', 'list');
  expect(await startDashboard(project)).toMatchObject({ pid: kept.pid, started: false });
});

test('a viewer that follows misses no change while the supervisor is killed', async () => {
  const project = await makeProject();
  const browser = await signIn(project);
  const viewer = await browser.follow();
  await vi.waitFor(() => expect(viewer.told[0]).toMatchObject({ event: 'snapshot', resumed: false }), WAIT);

  const id = await create(project, ['say: hello', 'ask: go on?', 'done: finished']);
  await vi.waitFor(() => expect(keysIn(viewer.told)).toContain('question'), WAIT);
  expect(keysIn(viewer.told)).toContain(`session ${id}`);
  process.kill(await supervisorPid(project), 'SIGKILL');
  const asked = await browser.post<{ questions: { id: string }[] }>('question.list', {});
  const question = asked.body.questions[0]?.id ?? '';
  expect(await browser.post('question.answer', { question_id: question, answer: 'yes' })).toMatchObject({
    status: 200,
  });
  expect(await project.swarm('wait', id, '--timeout', '40s')).toMatchObject({ code: 0 });
  const last = await lastSeq(project);
  await vi.waitFor(() => expect(viewer.told.at(-1)?.cursor).toBeGreaterThanOrEqual(last), WAIT);
  expect(viewer.told.filter(({ event }) => event !== 'change')).toHaveLength(1);
  expect(await browser.post('session.show', { session_id: id })).toMatchObject({
    body: { status: 'COMPLETED' },
  });
  const read = await browser.post<Transcript>('session.transcript', { session_id: id, attempt: 1 });
  expect(read.body).toMatchObject({ attempt: 1, from: 0, is_all: true });
  expect(read.body.entries[0]).toMatchObject({ kind: 'prompt', turn: 1, turn_kind: 'prompt' });
  expect(read.body.entries[1]).toEqual({ kind: 'said', text: 'hello' });
  const more = { session_id: id, attempt: 1, after: read.body.next };
  expect(await browser.post('session.transcript', more)).toMatchObject({ body: { entries: [] } });
});

test('a viewer that comes back is told what it missed, also after the server was killed', async () => {
  const project = await makeProject();
  const browser = await signIn(project);
  await project.swarm('queue', 'add', 'first');
  const viewer = await browser.follow(0);
  await vi.waitFor(() => expect(viewer.told.at(-1)).toMatchObject({ event: 'change', cursor: 1 }), WAIT);
  process.kill(browser.served.pid, 'SIGKILL');
  await vi.waitFor(() => expect(viewer.hasEnded()).toBe(true), WAIT);
  const added = await project.json<{ id: string }>('queue', 'add', 'while no server ran');
  expect((await startDashboard(project)).port).toBe(browser.served.port);
  const back = await browser.follow(1);
  await vi.waitFor(() => expect(keysIn(back.told)).toEqual([`work ${added.id}`]), WAIT);
  expect(back.told[0]).toMatchObject({ event: 'snapshot', resumed: true, cursor: 1 });
});

const keysIn = (told: Awaited<ReturnType<Browser['follow']>>['told']): readonly string[] =>
  told.flatMap(({ keys = [] }) => keys.map(({ kind, id }) => (id === null ? kind : `${kind} ${id}`)));

async function lastSeq(project: TestProject): Promise<number> {
  const { events } = await project.json<{ events: { seq: number }[] }>('events');
  return events.at(-1)?.seq ?? 0;
}
