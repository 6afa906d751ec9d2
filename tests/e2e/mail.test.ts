import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, supervisorPid, type TestProject } from './project.ts';
import { openShell, type Shell } from './shells.ts';

type SentMail = Readonly<{
  mail_id: string;
  thread_id: string;
  recipients: { id: string; delivery: string }[];
}>;
type ListedMail = Readonly<{
  id: string;
  from: string;
  subject: string;
  preview: string;
  state: string;
  thread_id: string;
}>;
type Inbox = Readonly<{ mails: ListedMail[]; unread: number; older: number }>;
type Read = Readonly<{
  body: string;
  receipts: { recipient: string; state: string; turn: string | null }[];
}>;

const run = (command: string): string => `run: ${JSON.stringify(command)}`;
const script = (...steps: string[]): string =>
  ['```rehearsal', ...steps.map((step) => `- ${step}`), '```'].join('\n');
const WAITS = run('while [ ! -e go ]; do sleep 0.1; done');

async function joined(project: TestProject, name: string, ...flags: string[]) {
  const shell = openShell(project);
  const { id } = await shell.json<{ id: string }>('join', '--name', name, ...flags);
  const send = (...words: string[]) => shell.json<SentMail>('mail', 'send', ...words);
  const inbox = (...words: string[]) => shell.json<Inbox>('mail', 'inbox', ...words);
  const read = (mailId: string) => shell.json<Read>('mail', 'read', mailId);
  return { ...shell, id, send, inbox, read };
}

const refusalOf = async (shell: Shell, ...words: string[]): Promise<string> => {
  const { code, stderr } = await shell.swarm('mail', ...words);
  return `${code} ${stderr}`;
};

test('two who joined write, read, answer, acknowledge and find', async () => {
  const project = await makeProject();
  const [blue, green] = [await joined(project, 'BlueLake'), await joined(project, 'GreenCastle')];
  const sent = await blue.send('greencastle', 'Wait with\nmigrations of users', '--ack');
  expect(sent.recipients).toMatchObject([{ id: green.id, delivery: 'inbox' }]);
  expect(await green.inbox('--unread')).toMatchObject({
    unread: 1,
    older: 0,
    mails: [{ id: sent.mail_id, from: blue.id, subject: 'Wait with', state: 'delivered' }],
  });
  expect((await green.read(sent.mail_id)).body).toBe('Wait with\nmigrations of users');
  expect((await green.inbox('--unread')).mails).toEqual([]);
  const answer = await green.json<SentMail>('mail', 'reply', sent.mail_id, 'I wait');
  expect(answer).toMatchObject({ thread_id: sent.thread_id, recipients: [{ id: blue.id }] });
  expect(await blue.inbox()).toMatchObject({ mails: [{ subject: 'Re: Wait with', preview: 'I wait' }] });
  await green.json('mail', 'ack', sent.mail_id);
  await green.json('mail', 'ack', sent.mail_id);
  expect((await blue.read(sent.mail_id)).receipts).toMatchObject([
    { recipient: green.id, state: 'acknowledged', turn: null },
  ]);
  const found = await blue.json<Inbox>('mail', 'search', 'migr', 'USERS');
  expect(found.mails.map(({ id }) => id)).toEqual([sent.mail_id]);
  const thread = await green.json<Inbox>('mail', 'thread', answer.mail_id);
  expect(thread.mails.map(({ id }) => id)).toEqual([sent.mail_id, answer.mail_id]);
  // The person has not joined, and sees all of it.
  for (const words of [
    ['search', 'migr'],
    ['thread', sent.mail_id],
    ['read', sent.mail_id],
  ])
    expect(JSON.stringify(await project.json('mail', ...words))).toContain(sent.mail_id);
});

test('what cannot be sent is refused with what to do, and nothing of it arrives', async () => {
  const project = await makeProject();
  const blue = await joined(project, 'BlueLake', '--track', 'api');
  expect(await refusalOf(blue, 'send', 'all', 'hello')).toContain('1 ❌ No one else is at work here');
  const green = await joined(project, 'GreenCastle', '--track', 'web');
  const red = await joined(project, 'RedFox');
  await red.swarm('leave');
  expect(await refusalOf(blue, 'send', 'GreenCastel', 'x')).toContain('Did you mean GreenCastle');
  expect(await refusalOf(blue, 'send', '../../etc/passwd', 'x')).toContain('No participant is called');
  expect(await refusalOf(blue, 'send', 'BlueLake', 'x')).toContain('BlueLake is you');
  expect(await refusalOf(blue, 'send', 'track:cli', 'x')).toContain('There are others on: web');
  expect(await refusalOf(blue, 'send', red.id, 'x')).toContain(`${red.id} has left at`);
  expect(await refusalOf(blue, 'send', `${green.id},nobody`, 'x')).toContain('Nothing was sent');
  expect(await refusalOf(blue, 'send', green.id, ' ')).toContain('The mail is empty');
  expect(await refusalOf(blue, 'send', green.id, 'x', '--importance', 'huge')).toContain('importance');
  expect(await refusalOf(blue, 'read', 'mail-000000000000')).toContain('neither sent nor received');
  expect(await refusalOf(blue, 'search', '"*()')).toContain('no word to search for');
  expect(await refusalOf(red, 'inbox')).toContain(`${red.id} left at`);
  expect(await refusalOf(openShell(project), 'inbox')).toContain('swarm join');
  expect((await green.inbox()).mails).toEqual([]);
});

test('a mail of a megabyte arrives whole, a larger one is refused with its size', async () => {
  const project = await makeProject();
  const [blue, green] = [await joined(project, 'BlueLake'), await joined(project, 'GreenCastle')];
  const send = (text: string) =>
    blue.swarmFrom(project.write('mail.txt', text), 'mail', 'send', 'GreenCastle', '-');
  const long = `needle ${'x y '.repeat(200_000)}end`;
  expect(await send(long)).toMatchObject({ code: 0 });
  const large = await send('x'.repeat(10 * 1024 * 1024));
  expect(large).toMatchObject({ code: 1 });
  expect(large.stderr).toMatch(/The mail is too large \(.* at most 1.0 MB\)/);
  const { mails } = await green.inbox();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.preview).toMatch(/^needle x y .* more characters$/s);
  expect((await green.read(mails[0]?.id ?? '')).body).toBe(long);
  expect((await green.json<Inbox>('mail', 'search', 'needle')).mails).toHaveLength(1);
});

test('what a hostile mail holds is seen and not obeyed', async () => {
  const project = await makeProject();
  const [blue, green] = [await joined(project, 'BlueLake'), await joined(project, 'GreenCastle')];
  const { mail_id } = await blue.send('all', 'a\u001b]0;owned\u0007b\u202ec', '--subject', 'x\u001b[2Jy');
  const listed = (await green.swarm('mail', 'inbox')).stdout;
  const read = (await green.swarm('mail', 'read', mail_id)).stdout;
  for (const obeyed of ['\u001b', '\u0007', '\u202e']) expect(`${listed}${read}`).not.toContain(obeyed);
  expect(read).toContain('a<U+001B>]0;owned<U+0007>b<U+202E>c');
});

test('ten who write to all at once: each gets all, once, and each sender in order', async () => {
  const project = await makeProject();
  const names = Array.from({ length: 10 }, (_, n) => `Peer${n}`);
  const peers = await Promise.all(names.map((name) => joined(project, name)));
  await Promise.all(
    peers.map(async (peer, n) => {
      for (const part of [1, 2, 3]) await peer.send('all', `${n}.${part}`);
    }),
  );
  for (const [n, peer] of peers.entries()) {
    const { mails, unread, older } = await peer.inbox('--unread', '--limit', '100');
    expect([mails.length, unread, older]).toEqual([27, 27, 0]);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(27);
    for (const other of names.keys()) {
      const told = mails.map(({ preview }) => preview).filter((text) => text.startsWith(`${other}.`));
      expect(told).toEqual(other === n ? [] : [`${other}.1`, `${other}.2`, `${other}.3`]);
    }
  }
  expect(await peers[0]?.inbox('--limit', '5')).toMatchObject({ unread: 27, older: 22 });
});

test('a session gets mail as a turn, answers from inside, and the sender sees how far it came', async () => {
  const project = await makeProject();
  const blue = await joined(project, 'BlueLake');
  const id = await create(project, [WAITS]);
  const own = `$(swarm mail inbox --json | grep -o 'mail-[0-9a-f]*' | head -1)`;
  const body = script(
    run(`swarm mail ack ${own}`),
    run(`swarm mail reply ${own} "read and done"`),
    run('swarm mail search rehearsal'),
    run('swarm mail send BlueLake "one more" --importance low'),
  );
  const sent = await blue.send(id, body, '--ack', '--subject', 'Please answer');
  expect(sent.recipients).toMatchObject([{ id, delivery: 'turn' }]);
  expect((await blue.read(sent.mail_id)).receipts).toMatchObject([{ state: 'delivered', turn: 'queued' }]);
  project.write('go', '');
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  expect((await blue.read(sent.mail_id)).receipts).toMatchObject([
    { recipient: id, state: 'acknowledged', turn: 'acted-on' },
  ]);
  expect(await blue.inbox()).toMatchObject({
    mails: [
      { from: id, preview: 'read and done' },
      { from: id, preview: 'one more' },
    ],
  });
  const { stdout } = await project.swarm('logs', id);
  expect(stdout).toContain('Please answer');
  expect(await refusalOf(blue, 'send', id, 'too late')).toContain('already terminated');
});

test('mail of low importance wakes no one, and rides along with the next turn', async () => {
  const project = await makeProject();
  const blue = await joined(project, 'BlueLake');
  const id = await create(project, [WAITS]);
  const low = await blue.send(id, 'by the way', '--importance', 'low');
  expect(low.recipients).toMatchObject([{ delivery: 'next-turn' }]);
  expect((await blue.read(low.mail_id)).receipts).toMatchObject([{ state: 'delivered', turn: null }]);
  await project.swarm('send', id, script('say: told'));
  project.write('go', '');
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  expect((await blue.read(low.mail_id)).receipts).toMatchObject([{ state: 'read', turn: 'acted-on' }]);
});

async function killSupervisor(project: TestProject): Promise<void> {
  const pid = () => supervisorPid(project);
  await expect.poll(pid, { timeout: 30_000 }).toBeGreaterThan(0);
  process.kill(await pid(), 'SIGKILL');
}

test('mail is handed over exactly once and in order, however often the supervisor is killed', async () => {
  const project = await makeProject();
  const blue = await joined(project, 'BlueLake');
  const seen = join(project.root, 'seen.txt');
  const numbers = ['0', '1', '2', '3', '4'];
  const turn = (n: string): string =>
    run(`echo ${n} >> ${seen}; until [ -e ${project.root}/go-${n} ]; do sleep 0.05; done`);
  const id = await create(project, [turn('start')]);
  for (const [nth, n] of numbers.entries()) {
    await blue.send(id, script(turn(n)), '--ack');
    if (nth % 2 === 0) await killSupervisor(project);
    // What holds the session at work ends when the next mail is there.
    project.write(`go-${numbers[nth - 1] ?? 'start'}`, '');
    if (nth % 2 === 1) await killSupervisor(project);
    const lines = () => readFileSync(seen, 'utf8').trim().split('\n');
    await project.swarm('supervisor', 'start');
    await expect.poll(lines, { timeout: 30_000 }).toContain(n);
  }
  project.write('go-4', '');
  expect((await project.swarm('wait', id, '--timeout', '55s')).code).toBe(0);
  expect(readFileSync(seen, 'utf8').trim().split('\n')).toEqual(['start', ...numbers]);
});

test('a sender is told once that an acknowledgement has not come', async () => {
  const project = await makeProject({ mail: { ackAfter: '1s' } });
  const [blue, green] = [await joined(project, 'BlueLake'), await joined(project, 'GreenCastle')];
  const { mail_id } = await blue.send('GreenCastle', 'Wait', '--ack');
  const told = async () => (await blue.inbox()).mails.map(({ from, subject }) => `${from}: ${subject}`);
  await expect.poll(told, { timeout: 30_000 }).toEqual(['swarm: Not acknowledged: Wait']);
  const second = await blue.send('GreenCastle', 'Now', '--ack');
  await green.json('mail', 'ack', second.mail_id);
  const third = await blue.send('GreenCastle', 'Last', '--ack');
  // The third reminder comes after the second would have come.
  await expect.poll(told, { timeout: 30_000 }).toHaveLength(2);
  expect((await told()).at(-1)).toBe('swarm: Not acknowledged: Last');
  expect(third.mail_id).not.toBe(mail_id);
});

test('a request of another form is answered with what is wrong, and nothing is sent', async () => {
  const project = await makeProject();
  const blue = await joined(project, 'BlueLake');
  const ask = (n: number, json: string): string => {
    const folder = '"$SWARM_ATTEMPT_DIR"';
    const token = `sed "s/TOKEN/$SWARM_ATTEMPT_TOKEN/"`;
    return [
      `echo '${json}' | ${token} > ${folder}/ask/.${n}`,
      `mv ${folder}/ask/.${n} ${folder}/ask/${n}.json`,
      `until [ -e ${folder}/answer/${n}.json ]; do sleep 0.05; done`,
      `cat ${folder}/answer/${n}.json`,
    ].join('; ');
  };
  const steps = [
    '{"verb": "mail.send", "token": "TOKEN", "to": "BlueLake", "body": {"a": 1}}',
    '{"verb": "mail.send", "token": "TOKEN", "recipients": ["BlueLake"]}',
    '{"verb": "mail.send", "token": "TOKEN", "to": [], "body": "x"}',
    '{"verb": "mail.ack", "token": "TOKEN", "mailId": "../x"}',
    '{"verb": "mail.send", "token": "another", "to": ["BlueLake"], "body": "forged"}',
    '[]',
  ].map((json, n) => run(ask(n, json)));
  const id = await create(project, steps);
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  const { stdout } = await project.swarm('logs', id);
  expect(stdout.match(/the request is malformed at/g)).toHaveLength(5);
  expect(stdout).toContain('does not carry the token');
  expect((await blue.inbox()).mails).toEqual([]);
});
