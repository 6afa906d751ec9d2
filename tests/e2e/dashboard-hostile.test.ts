import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { observeIdentity } from '../../src/runtime/process/identity.ts';
import { askRaw, signIn, startDashboard } from './dashboard-client.ts';
import { makeProject, type TestProject } from './project.ts';

const WAIT = { timeout: 40_000, interval: 50 };

/** Sends these bytes and gives back what comes, until the server closes or the first of it is there. */
async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  const [data] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  socket.destroy();
  return String(data);
}

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

test('the server outlives every request that any page or user of the machine can send', async () => {
  const project = await makeProject();
  const { port, pid } = await startDashboard(project);
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const addresses = ['//', 'http://[', '*', '/%zz', '//:@/', '/api/terminal?ticket=%', 'http://a:99999/'];
  for (const address of addresses)
    for (const more of ['', `${UPGRADE}${KEY}`])
      await sendBytes(port, `GET ${address} HTTP/1.1\r\n${host}${more}\r\n`);
  for (const bytes of [
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [\r\n\r\n',
    `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
    `TRACE / HTTP/1.1\r\n${host}\r\n`,
    `POST /api/x HTTP/1.1\r\n${host}x-swarm: 1\r\nContent-Length: -1\r\n\r\n`,
    '\0\xff\r\n\r\n',
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
  ])
    await sendBytes(port, bytes);
  expect(await startDashboard(project)).toMatchObject({ pid, started: false });
  expect((await askRaw(port, '/')).status).toBe(200);
});

/** An agent that writes itself a cookie, and asks as the person whose browser would have it. */
const FORGER = `
secret=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
mkdir -p .swarm/dashboard/cookies
touch ".swarm/dashboard/cookies/$(printf %s "$secret" | sha256sum | cut -d' ' -f1)"
swarm ask "May I?" > asked.txt 2>&1 &
while [ ! -s question ]; do sleep 0.05; done
ask() {
  curl -sS -X POST "http://127.0.0.1:$(cat port)/api/question.answer" -H 'x-swarm: 1' \\
    -H "cookie: swarm_$(cat port)=$secret" -d @body
}
ask > 1.txt 2>&1
env -i PATH="$PATH" sh -c "$(cat ask.sh)" > 2.txt 2>&1
curl -sS "$(cat address)" > 3.txt 2>&1
echo over > 4.txt
wait
`;
const ASK = FORGER.slice(FORGER.indexOf('ask() {')).split('\n').slice(1, 3).join('\n');

type Questions = Readonly<{ questions: readonly { id: string }[] }>;

async function startForger(project: TestProject): Promise<string> {
  project.write('forger.sh', FORGER);
  project.write('ask.sh', `secret=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n${ASK}\n`);
  project.write('agents/sly/sly-agent.md', '---\nname: sly\ncli: command\ncommand: [sh, forger.sh]\n---\n');
  project.write('task.md', 'Do as the script says.');
  const made = await project.swarm('create', 'sly', 'task.md', '--quiet');
  if (made.code !== 0) throw new Error(made.stderr);
  return made.stdout.trim();
}

test.runIf(process.platform === 'linux')(
  'an agent that makes itself a cookie, or finds a token, answers nothing through the server',
  async () => {
    const project = await makeProject();
    const { served, post } = await signIn(project);
    project.write('port', String(served.port));
    project.write('address', (await startDashboard(project)).url);
    const id = await startForger(project);
    const question = await vi.waitFor(async () => {
      const { questions } = await project.json<Questions>('questions');
      expect(questions).toHaveLength(1);
      return questions[0]?.id ?? '';
    }, WAIT);
    project.write('body', JSON.stringify({ question_id: question, answer: 'yes' }));
    project.write('question', question);
    const said = (nth: number): string => {
      const file = join(project.root, `${nth}.txt`);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    await vi.waitFor(() => expect(said(4)).toBe('over\n'), WAIT);
    const hidden = expect.stringContaining('"attempt-hidden"');
    expect([said(1), said(2), said(3)]).toEqual([hidden, hidden, hidden]);
    expect((await project.json<Questions>('questions')).questions).toHaveLength(1);

    expect(await post('question.answer', { question_id: question, answer: 'yes' })).toMatchObject({
      status: 200,
    });
    expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
    expect(readFileSync(join(project.root, 'asked.txt'), 'utf8')).toBe('yes\n');
  },
);

test.runIf(process.platform === 'linux')('no process is ended on the word of a file', async () => {
  const project = await makeProject();
  const { pid, port } = await startDashboard(project);
  const bystander = spawn('sleep', ['1000']);
  onTestFinished(() => void bystander.kill());
  await once(bystander, 'spawn');
  const file = join(project.paths.swarmDir, 'dashboard/server.json');
  const served = readFileSync(file, 'utf8');
  const named = await observeIdentity(bystander.pid ?? 0);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(served), ...named, port: 1 }));
  expect(await project.json('dashboard', 'stop')).toEqual({ stopped: false });
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  writeFileSync(file, served);
  expect(await startDashboard(project)).toMatchObject({ pid, port, started: false });
});
