import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { livingOf } from './living.ts';
import { makeProject, type Status, type TestProject } from './project.ts';

const AGENT = resolve(import.meta.dirname, 'acp-agent.mjs');

/** A project whose agents speak ACP: see acp-agent.mjs. */
async function makeAcpProject(config: Readonly<Record<string, unknown>> = {}) {
  const project = await makeProject({ cli: 'acp', acp: { command: [process.execPath, AGENT] }, ...config });
  // One that may do nothing without asking.
  project.write('agents/worker/worker-agent.md', 'You work.\n');
  return {
    ...project,
    create: async (task: string, ...flags: string[]): Promise<string> => {
      const file = project.write(`tasks/${Math.random().toString(36).slice(2)}.md`, task);
      const ran = await project.swarm('create', 'worker', file, '--quiet', '--here', ...flags);
      if (ran.code !== 0) throw new Error(`${ran.stdout}${ran.stderr}`);
      return ran.stdout.trim();
    },
    over: async (id: string) => (await project.swarm('wait', id, '--timeout', '40s')).code,
    status: (id: string) => project.json<Status>('status', id),
    sent: (id: string, attempt = 1) => linesOf(project, id, { attempt, name: 'stdin.jsonl' }),
  };
}

type Message = Readonly<{
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
}>;

const linesOf = ({ paths }: TestProject, id: string, file: { attempt: number; name: string }): Message[] =>
  readFileSync(join(paths.sessionsDir, id, 'attempts', String(file.attempt), file.name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

async function askedOf(project: TestProject, id: string) {
  await project.swarm('events', id, '--follow', '--until', 'question-asked');
  const { questions } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
  return questions[0] ?? { id: '', text: '' };
}

test('an agent that speaks ACP does its task, and a second turn in the same process', async () => {
  const { create, over, status, swarm, sent, write } = await makeAcpProject();
  const id = await create('[[say:hello]] [[file]] [[until:go.txt]]');
  await swarm('send', id, 'And now [[say:more — ünd 👋]]');
  write('go.txt', '');
  expect(await over(id)).toBe(0);
  expect(await status(id)).toMatchObject({
    status: 'COMPLETED',
    attempt: 1,
    usage: { input_tokens: 200, output_tokens: 40, cost_usd: 0.5 },
  });
  const { stdout } = await swarm('logs', id);
  expect(stdout).toContain('hello');
  expect(stdout).toContain('refused with -32601');
  expect(stdout).toContain('more — ünd 👋');
  expect((await swarm('result', id)).stdout).toContain('Turn 2 is done.');
  expect(sent(id).map(({ id, method }) => method ?? id)).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
    0,
    'session/prompt',
  ]);
});

test('a permission is a question; its answer picks the option by its kind', async () => {
  const project = await makeAcpProject();
  const yes = await project.create('[[run:echo made > made.txt]]');
  const asked = await askedOf(project, yes);
  expect(asked.text).toContain('echo made > made.txt');
  await project.swarm('answer', asked.id, 'allow');
  expect(await project.over(yes)).toBe(0);
  expect(readFileSync(join(project.root, 'made.txt'), 'utf8')).toBe('made\n');

  const no = await project.create('[[run:echo made > other.txt]]');
  await project.swarm('answer', (await askedOf(project, no)).id, 'deny', 'use the other file');
  expect(await project.over(no)).toBe(0);
  expect(JSON.stringify(project.sent(no).at(-1))).toContain('The person says: use the other file');
  expect(existsSync(join(project.root, 'other.txt'))).toBe(false);
  expect((await project.swarm('logs', no)).stdout).toContain('not allowed: selected n');
});

test('our own command needs no permission, but not together with another one', async () => {
  const project = await makeAcpProject();
  const id = await project.create(`[[run:swarm result '{"summary":"handed in"}']]`);
  expect(await project.over(id)).toBe(0);
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ summary: 'handed in' });

  const sly = await project.create('[[run:swarm result x; echo sly > sly.txt]]');
  expect((await askedOf(project, sly)).text).toContain('sly.txt');
});

test('after a kill -9 the next supervisor goes on with the process and its question', async () => {
  const project = await makeAcpProject();
  const id = await project.create('[[run:echo once >> once.txt]] [[say:after]]');
  const asked = await askedOf(project, id);
  const { pid } = await project.json<{ pid: number }>('supervisor', 'status');
  process.kill(pid, 'SIGKILL');
  await project.swarm('answer', asked.id, 'allow');
  expect(await project.over(id)).toBe(0);
  expect(await project.status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  expect(readFileSync(join(project.root, 'once.txt'), 'utf8')).toBe('once\n');
  const prompts = project.sent(id).filter(({ method }) => method === 'session/prompt');
  expect(prompts).toHaveLength(1);
});

test.each([
  ['session/resume', ''],
  ['session/load', 'resume'],
])('an agent that dies goes on with its conversation by %s', async (method, cannot) => {
  const project = await makeAcpProject();
  const run = { env: { ACP_AGENT_CANNOT: cannot } };
  const file = project.write('task.md', '[[say:before]] [[die]]');
  const id = (await project.swarmWith(run, 'create', 'worker', file, '--quiet', '--here')).stdout.trim();
  expect(await project.over(id)).toBe(0);
  expect(await project.status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect(project.sent(id, 2)[1]).toMatchObject({ method });
  const { stdout } = await project.swarm('logs', id);
  expect(stdout).toContain('Turn 2 is done.');
  expect(stdout).not.toContain('replayed');
  expect(livingOf(project)).toEqual([]);
});

test('a conversation that is gone begins anew with the task', async () => {
  const project = await makeAcpProject();
  const id = await project.create('[[say:the task]] [[forget]]');
  expect(await project.over(id)).toBe(0);
  expect(await project.status(id)).toMatchObject({ status: 'COMPLETED', attempt: 3 });
  expect(project.sent(id, 3)[1]).toMatchObject({ method: 'session/new' });
  expect(JSON.stringify(project.sent(id, 3).at(2))).toContain('its conversation is gone');
});

test('an interrupt breaks the turn off by a word, and the answer goes to the same conversation', async () => {
  const project = await makeAcpProject();
  const id = await project.create('[[wait]]');
  await vi.waitFor(async () => expect((await project.swarm('logs', id)).stdout).toContain('wait'), {
    timeout: 20_000,
    interval: 100,
  });
  await project.swarm('interrupt', id, 'look at this');
  const asked = await askedOf(project, id);
  await vi.waitFor(() => expect(livingOf(project).filter((line) => line.includes('acp-agent'))).toEqual([]), {
    timeout: 20_000,
    interval: 100,
  });
  expect(project.sent(id).at(-1)).toMatchObject({ method: 'session/cancel' });
  const [told] = linesOf(project, id, { attempt: 1, name: 'events.jsonl' }).slice(-1);
  expect(told).toMatchObject({ result: { stopReason: 'cancelled' } });
  await project.swarm('answer', asked.id, 'go on then');
  expect(await project.over(id)).toBe(0);
  expect(await project.status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect(readdirSync(join(project.home, '.acp-agent'))).toHaveLength(1);
});

test('an interrupt during a permission answers it as cancelled', async () => {
  const project = await makeAcpProject();
  const id = await project.create('[[run:echo no > no.txt]]');
  await askedOf(project, id);
  await project.swarm('interrupt', id, 'stop');
  await vi.waitFor(() => expect(JSON.stringify(project.sent(id).at(-1))).toContain('"outcome":"cancelled"'), {
    timeout: 20_000,
    interval: 100,
  });
  expect(existsSync(join(project.root, 'no.txt'))).toBe(false);
});

test('a limit of the API parks the session, and a refused key is asked about', async () => {
  const project = await makeAcpProject();
  const limited = await project.create('[[fail:429]]');
  await vi.waitFor(async () => expect(await project.status(limited)).toMatchObject({ state: 'parked' }), {
    timeout: 20_000,
    interval: 100,
  });
  const keyless = await project.create('[[fail:401]]');
  expect((await askedOf(project, keyless)).text).toMatch(/is not logged in: the API answers 401/);
});

test('without a program it is refused, with one that is missing too', async () => {
  const project = await makeAcpProject({ acp: { command: [] } });
  const file = project.write('task.md', 'x');
  const ran = await project.swarm('create', 'worker', file);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('acp.command') });
  project.write('agents/other/other-agent.md', '---\ncli: acp\ncommand: [no-such-agent, --acp]\n---\nx');
  const missing = await project.swarm('create', 'other', file);
  expect(missing.stderr).toContain('no-such-agent is not installed');
});

test('a persona names a mode and a model among those that are offered', async () => {
  const project = await makeAcpProject();
  const head = ['---', 'cli: acp', `command: [${process.execPath}, ${AGENT}]`];
  project.write(
    'agents/bold/bold-agent.md',
    [...head, 'permission_mode: bypassPermissions', '---', 'x'].join('\n'),
  );
  const file = project.write('task.md', '[[mode]] [[run:echo bold > bold.txt]]');
  const id = (
    await project.swarm('create', 'bold', file, '--quiet', '--here', '--model', 'small')
  ).stdout.trim();
  expect(await project.over(id)).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain('mode is yolo');
  expect(project.sent(id)).toContainEqual(
    expect.objectContaining({
      method: 'session/set_model',
      params: expect.objectContaining({ modelId: 'small' }),
    }),
  );
  project.write('agents/odd/odd-agent.md', [...head, 'permission_mode: odd', '---', 'x'].join('\n'));
  const odd = (await project.swarm('create', 'odd', file, '--quiet', '--here')).stdout.trim();
  expect(await project.over(odd)).toBe(2);
  expect(await project.status(odd)).toMatchObject({
    status_reason: 'the agent offers no mode "odd"; it has default, yolo, plan',
  });
});

test('killed by force, nothing of it is left', async () => {
  const project = await makeAcpProject();
  const id = await project.create('[[wait]]');
  await vi.waitFor(async () => expect((await project.swarm('logs', id)).stdout).toContain('wait'), {
    timeout: 20_000,
    interval: 100,
  });
  await project.swarm('kill', id, '--force');
  await project.over(id);
  expect(livingOf(project)).toEqual([]);
});
