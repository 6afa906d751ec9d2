import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

type QuestionJson = Readonly<{ id: string; kind: string; text: string }>;

const LIMIT = { timeout: 30_000, interval: 100 };
const HASTY = { retries: 0, failures: { backoffCap: '50ms' } };

/** A loop whose agent is a shell command, over so many pieces of work. */
async function begin(project: TestProject, command: readonly string[], pieces = 1): Promise<void> {
  const words = JSON.stringify(command);
  project.write('agents/shell/shell-agent.md', `---\nname: shell\ncli: command\ncommand: ${words}\n---\n`);
  for (let piece = 1; piece <= pieces; piece++) {
    await project.swarm('queue', 'add', `Do ${piece}`, '--id', `w${piece}`);
  }
  const loop = await project.swarm(
    ...['loop', '--agent', 'shell', '--delay', '0s', '--until-empty', '--detach'],
  );
  expect([loop.code, loop.stderr]).toEqual([0, '']);
}

const reach = (project: TestProject, wanted: object): Promise<void> =>
  vi.waitFor(async () => {
    const { loops } = await project.json<{ loops: object[] }>('loop', 'list', '--all');
    expect(loops).toMatchObject([wanted]);
  }, LIMIT);

const asked = (project: TestProject): Promise<QuestionJson> =>
  vi.waitFor(async () => {
    const {
      questions: [question],
    } = await project.json<{ questions: QuestionJson[] }>('questions');
    if (!question) throw new Error('nothing is asked yet');
    return question;
  }, LIMIT);

test('five failures in a row are a question with what the last one said; to go on counts anew', async () => {
  const project = await makeProject(HASTY);
  const script = 'printf "\\033[31mreading\\033[0m\\nno key for $WORK_ITEM\\n" >&2; exit 3';
  await begin(project, ['sh', '-c', script], 6);
  const question = await asked(project);
  expect(question).toMatchObject({ kind: 'loop' });
  expect(question.text).toContain('5 failures in a row');
  expect(question.text).toContain(
    'The last: w5 failed: the agent exited with code 3: no key for w5\nreading\n',
  );
  await reach(project, { state: 'waiting', iteration: 5, consecutive_failures: 5 });
  await project.swarm('answer', question.id, 'go on');
  await reach(project, { state: 'finished', iteration: 6, failed: 6, consecutive_failures: 1 });
});

test('a program that is not there is told as such, and the answer stop stops the loop', async () => {
  const project = await makeProject({ ...HASTY, failures: { max: 1 } });
  await begin(project, ['no-such-agent-anywhere'], 2);
  const question = await asked(project);
  expect(question.text).toMatch(/^1 failure stopped .* exited with code 127: .*no-such-agent-anywhere/);
  await project.swarm('answer', question.id, 'stop');
  await reach(project, { state: 'finished', iteration: 1, failed: 1 });
});

test('a script that complains on its stdout alone is quoted too', async () => {
  const project = await makeProject({ ...HASTY, failures: { max: 1 } });
  await begin(project, ['sh', '-c', 'echo first; echo the disk is upside down; exit 1']);
  expect((await asked(project)).text).toContain('exited with code 1: the disk is upside down\nfirst\n');
});

test('an agent that is killed is a failure of its iteration, and is seen at once', async () => {
  const project = await makeProject({ ...HASTY, failures: { max: 1 } });
  await begin(project, ['sh', '-c', 'kill -SEGV $$']);
  expect((await asked(project)).text).toContain('w1 failed: the agent was ended by signal 11');
});

async function beginGated(project: TestProject, gate: string): Promise<void> {
  const body = '```rehearsal\n- say: done\n```';
  await project.swarm('queue', 'add', 'Do it', '--id', 'w1', '--body', body, '--gate', gate);
  await project.swarm('loop', '--agent', 'rehearsal', '--delay', '0s', '--until-empty', '--detach');
}

test('a gate whose command is not there is asked about at once, then looked at again', async () => {
  const project = await makeProject();
  const gate = join(project.root, 'gate.sh');
  await beginGated(project, gate);
  const question = await asked(project);
  expect(question).toMatchObject({ kind: 'gate' });
  expect(question.text).toContain(`The gate of w1 cannot run, because its command is not there: ${gate}`);
  chmodSync(project.write('gate.sh', '#!/bin/sh\n'), 0o755);
  await project.swarm('answer', question.id, 'look again');
  await reach(project, { state: 'finished', iteration: 1, done: 1, failed: 0 });
});

test('a gate has a time limit of its own, after which it is red', async () => {
  const project = await makeProject({ gate: { timeout: '200ms' }, merge: { timeout: '10m' } });
  await beginGated(project, 'sleep 600');
  const question = await asked(project);
  expect(question.text).toContain('The gate of w1 stays red');
  expect(question.text).toContain('(it did not end within 0.2 s)');
});

test('a slow gate holds up neither its loop nor the end of the supervisor, and is run again', async () => {
  const project = await makeProject();
  const runs = join(project.home, 'runs');
  const go = join(project.home, 'go');
  const gate = `echo run >> ${runs}; test -e ${go} || sleep 600`;
  const body = '```rehearsal\n- say: done\n```';
  await project.swarm('queue', 'add', 'Slow', '--id', 'slow', '--body', body, '--gate', gate);
  await project.swarm(
    ...['loop', '--agent', 'rehearsal', '--delay', '0s', '--concurrency', '2', '--until-empty', '--detach'],
  );
  await vi.waitFor(() => expect(existsSync(runs)).toBe(true), LIMIT);
  await project.swarm('queue', 'add', 'Quick', '--id', 'quick', '--body', body);
  await reach(project, { state: 'running', iteration: 2, done: 1 });
  const before = Date.now();
  expect((await project.swarm('supervisor', 'stop')).code).toBe(0);
  expect(Date.now() - before).toBeLessThan(8_000);
  writeFileSync(go, '');
  await project.swarm('supervisor', 'start');
  await reach(project, { state: 'finished', done: 2, failed: 0 });
  expect(readFileSync(runs, 'utf8')).toBe('run\nrun\n');
});
