import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { askRaw, signIn } from './dashboard-client.ts';
import { openAttempt } from './mcp-client.ts';
import { makeProject } from './project.ts';

const WAIT = { timeout: 40_000, interval: 20 };

/** What a terminal was sent. */
function reading(socket: WebSocket) {
  const seen = { text: '', sizes: [] as string[], closed: '' };
  socket.on('message', (data, isBinary) => {
    if (isBinary) seen.text += String(data);
    else seen.sizes.push(String(data));
  });
  socket.on('close', (code, reason) => {
    seen.closed = `${code} ${String(reason)}`;
  });
  socket.on('error', () => {});
  return seen;
}

test('a pane is shown to who holds a ticket, and typed into only by one who may', async () => {
  const project = await makeProject();
  const browser = await signIn(project);
  const { id, letGo } = await openAttempt(project, 'say: it goes on', 'done: finished');
  const open = async (input: object) => {
    const { body } = await browser.post<{ ticket: string }>('terminal', { session_id: id, ...input });
    const socket = browser.terminal(body.ticket);
    const seen = reading(socket);
    await vi.waitFor(() => expect(seen.text).toContain('\u001bc'), WAIT);
    return { ...body, socket, seen };
  };

  const looker = await open({});
  expect(JSON.parse(looker.seen.sizes[0] ?? '')).toEqual({ type: 'size', cols: 200, rows: 50 });
  const typist = await open({ write: true });
  looker.socket.send(JSON.stringify({ type: 'input', data: 'never typed\r' }));
  typist.socket.send(JSON.stringify({ type: 'input', data: 'typed in a page: ä\r' }));
  await vi.waitFor(() => expect(looker.seen.text).toContain('typed in a page: ä'), WAIT);
  typist.socket.send(JSON.stringify({ type: 'resize', cols: 90, rows: 30 }));
  await vi.waitFor(() => expect(typist.seen.sizes.at(-1)).toContain('"cols":90,"rows":30'), WAIT);
  expect(
    project.tmux('capture-pane', '-p', '-t', project.tmux('list-panes', '-a', '-F', '#{pane_id}').trim()),
  ).not.toContain('never typed');

  const replayed = reading(browser.terminal(looker.ticket));
  await vi.waitFor(() => expect(replayed.closed).not.toBe(''), WAIT);
  expect(replayed.text).toBe('');
  const { port } = browser.served;
  expect(
    (await askRaw(port, `/api/terminal?ticket=${looker.ticket}`, { headers: { cookie: browser.cookie } }))
      .status,
  ).toBe(404);

  letGo();
  await vi.waitFor(() => expect(looker.seen.closed).toBe('1000 ended'), WAIT);
  await project.swarm('wait', id, '--timeout', '40s');
  const after = await open({});
  await vi.waitFor(() => expect(after.seen.text).toContain('it goes on'), WAIT);
  expect(await browser.post('terminal', { session_id: 'none' })).toMatchObject({ status: 404 });
});
