import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;

const sessionFile = (root: string, id: string, name: string): string =>
  join(root, '.swarm/sessions', id, name);

test('a session that plays its script to the end is completed, with its result and its files', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hello', 'result: {answer: 42}', 'say: bye']);

  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({
    status: 'COMPLETED',
    state: 'completed',
    exit_code: 0,
    attempt: 1,
  });
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ answer: 42 });
  expect((await project.swarm('logs', id)).stdout).toContain('hello');
  expect(JSON.parse(readFileSync(sessionFile(project.root, id, 'state.json'), 'utf8'))).toMatchObject({
    session_id: id,
    status: 'COMPLETED',
    exit_code: 0,
  });
  const log = readFileSync(sessionFile(project.root, id, 'session.log'), 'utf8');
  expect(log).toContain('Status: CREATED → RUNNING');
  expect(log).toContain('Status: RUNNING → COMPLETED');
  expect(existsSync(sessionFile(project.root, id, 'prompt.md'))).toBe(true);
});

test('an exit code that the agent chose fails the session and is shown', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: I give up', 'exit: 3']);

  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'FAILED', reason: 'exit-code', exit_code: 3 });
});

test('an agent that is killed by a signal goes on as attempt 2 of the same conversation', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: first', 'crash: SIGKILL', 'say: second', 'result: {ok: true}']);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  const { stdout } = await project.swarm('logs', id);
  expect(stdout.indexOf('first')).toBeLessThan(stdout.indexOf('second'));
  expect(stdout.match(/first/g)).toHaveLength(1);
});

test('a session that is killed ends with no process and no pane', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: up', 'silent']);
  await project.swarm('logs', id);

  const killed = await project.swarm('kill', id, '--force');
  expect(killed.stdout).toContain(`Session killed: ${id}`);
  await project.swarm('wait', id, '--timeout', '30s');
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'asked' });
  expect(() => project.tmux('has-session', '-t', `swarm-${id}`)).toThrow();
  expect((await project.swarm('kill', id, '--force')).stdout).toContain('already terminated');
});

test('the sixth session is refused in the words that people know, and nothing is left of it', async () => {
  const project = await makeProject();
  for (let n = 0; n < 5; n++) await create(project, ['silent']);
  const file = project.script('sixth', ['say: never']);

  const refused = await project.swarm('create', 'rehearsal', file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Max concurrent sessions (5) reached');
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toHaveLength(5);
  const { events } = await project.json<{ events: { event: string; note: string }[] }>('events');
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'create-refused', note: `agent rehearsal, task from ${file}: no-slot` }),
  );
});

test('a session created with --wait starts when a slot becomes free', async () => {
  const project = await makeProject({ limits: { sessions: 1 } });
  const first = await create(project, ['sleep: 1s']);
  const second = await create(project, ['result: {late: true}'], '--wait');

  expect((await project.swarm('wait', first, second, '--timeout', '30s')).code).toBe(0);
});

test('a question waits for a person, and the answer reaches the agent that asked', async () => {
  const project = await makeProject();
  const id = await create(project, [
    'ask: {text: Which colour?, options: [green, red]}',
    'result: {asked: true}',
  ]);
  const events = await project.swarm('events', id, '--follow', '--until', 'question-asked');
  expect(events.code).toBe(0);
  const {
    questions: [question],
  } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
  expect(question?.text).toBe('Which colour?');

  expect((await project.swarm('answer', question?.id ?? '', 'blue')).code).toBe(1);
  expect((await project.swarm('answer', question?.id ?? '', 'green')).code).toBe(0);
  expect((await project.swarm('answer', question?.id ?? '', 'red')).code).toBe(1);
  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain('green');
});

test('a message to a session at work is its next turn, and is acted on before the session ends', async () => {
  const project = await makeProject();
  const id = await create(project, ['sleep: 1s', 'say: first turn']);
  expect((await project.swarm('send', id, '```rehearsal\n- say: second turn\n```')).code).toBe(0);

  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toMatch(/first turn[\s\S]*second turn/);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 1 });
});

test('who stops following is told so, and what was deleted of a quiet session is drawn again', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: begun', 'sleep: 60s']);
  const child = spawn(process.execPath, [BUNDLE, 'logs', id, '--follow'], {
    cwd: project.root,
    env: project.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  await once(child.stdout, 'data');
  const shown = sessionFile(project.root, id, 'state.json');
  rmSync(shown);
  await vi.waitFor(() => expect(existsSync(shown)).toBe(true), { timeout: 30_000 });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(said).toContain(`${id} goes on. Come back: swarm logs ${id} --follow`);
  expect((await project.swarm('kill', id, '--force')).code).toBe(0);
});
