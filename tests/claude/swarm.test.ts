import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { attemptsOf, livingOf } from '../e2e/living.ts';
import type { TestProject } from '../e2e/project.ts';
import { calls, fails, limitedUntil, says, silence } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeClaudeProject } from './project.ts';
import { AS_SUBSCRIBER } from './room.ts';

describe.each(CLAUDE_VERSIONS)('Swarm with Claude Code %s', (version) => {
  test('brings a task to its end: tools, our own command, the result and what it cost', async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version);
    const file = join(project.root, 'a.txt');
    const handIn = `swarm result '{"summary":"wrote a.txt"}'`;
    standIn.play([
      calls('Write', { file_path: file, content: 'hello' }),
      calls('Bash', { command: handIn, description: 'Hands in the result' }),
      says('All is done.'),
    ]);
    const id = await create('Write a file.');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1, exit_code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('hello');
    expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'wrote a.txt' });
    expect((await swarm('logs', id)).stdout).toContain('All is done.');
    const folder = join(project.root, '.swarm/sessions', id);
    const tools = readFileSync(join(folder, 'tools.jsonl'), 'utf8').trim().split('\n');
    expect(tools.map((line) => JSON.parse(line).name)).toEqual(['Write', 'Bash']);
    const { logs } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    expect(readFileSync(logs.transcript, 'utf8')).toContain('All is done.');

    const [first] = standIn.main();
    expect(first?.prompt).toBe('Write a file.');
    expect(first?.system).toContain('Agent contract');
    expect(new Set(standIn.main().map(({ conversationId }) => conversationId)).size).toBe(1);
  });

  test("a hook of the person's own that blocks is told of in the status, beside the mode", async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version);
    const hook = { type: 'command', command: 'echo "not on a Friday" >&2; exit 2' };
    const settings = { hooks: { PreToolUse: [{ matcher: 'Write', hooks: [hook] }] } };
    project.write('../home/.claude/settings.json', JSON.stringify(settings));
    const file = join(project.root, 'a.txt');
    standIn.play([calls('Write', { file_path: file, content: 'hello' }), says('stopped')]);
    const id = await create('Write a file.');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({
      permission_mode: 'acceptEdits',
      hook_blocks: { count: 1, last: expect.stringContaining('not on a Friday') },
    });
    expect((await swarm('status', id)).stdout).toMatch(/Hooks: blocked once, last .* ago: .*Friday/);
  });

  test('a limit parks the session until it ends, and then the conversation goes on', async () => {
    const { standIn, swarm, create, status } = await makeClaudeProject(version, {
      env: AS_SUBSCRIBER,
      config: { retries: 0 },
    });
    const resetAt = Math.ceil(Date.now() / 1000) + 12;
    standIn.play([limitedUntil(resetAt), says('I went on.')]);
    const id = await create('Work.');
    await standIn.waitFor(({ isMain }) => isMain);
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
    expect(Date.now()).toBeGreaterThanOrEqual(resetAt * 1000);
    const [first, second] = standIn.main();
    expect(second?.conversationId).toBe(first?.conversationId);
    expect(second?.prompt).toContain('Continue');
  });
});

/** Ends every process of the project as a power cut would. */
async function killEverything({
  project,
  supervisor,
}: Readonly<{ project: TestProject; supervisor: number }>): Promise<void> {
  process.kill(supervisor, 'SIGKILL');
  const server = Number(project.tmux('display-message', '-p', '#{pid}'));
  const agents = livingOf(project).map((line) => Number.parseInt(line, 10));
  for (const pid of [server, ...agents]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went with another one.
    }
  }
}

test('after everything was killed in the middle of a tool, the same conversation goes on', async () => {
  const made = await makeClaudeProject('2.1.325');
  const { project, standIn, swarm, create, status } = made;
  standIn.play([
    says('I begin.', { tools: [{ name: 'Bash', input: { command: 'cat pipe', description: 'Waits' } }] }),
    says('I went on.'),
  ]);
  execFileSync('mkfifo', [join(project.root, 'pipe')]);
  const id = await create('Wait.');
  await vi.waitFor(
    () => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true),
    30_000,
  );
  const { pid } = JSON.parse((await swarm('supervisor', 'status', '--json')).stdout);
  await killEverything({ project, supervisor: pid });

  expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  const [first, second] = standIn.main();
  expect(second?.conversationId).toBe(first?.conversationId);
  expect(second?.said.some(({ text }) => text.includes('I begin.'))).toBe(true);
  expect(livingOf(project)).toEqual([]);
});

test.each(CLAUDE_VERSIONS)('%s begins anew when the transcript cannot be gone on with', async (version) => {
  const { project, standIn, swarm, create, status } = await makeClaudeProject(version, { script: [silence] });
  const id = await create('Begin.');
  await standIn.waitFor(({ isMain }) => isMain);
  standIn.play([says('Begun anew.')]);
  const [agent] = livingOf(project).filter((line) => line.includes('--session-id='));
  const transcript = transcriptOf(project, agent ?? '');
  process.kill(Number.parseInt(agent ?? '', 10), 'SIGKILL');
  writeFileSync(transcript, '{}\n');

  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 3 });
  expect(standIn.main().at(-1)?.prompt).toContain('Begin.');
});

function transcriptOf({ home, root }: TestProject, agent: string): string {
  const [, conversationId] = /--session-id=(\S+)/.exec(agent) ?? [];
  const folder = join(home, '.claude', 'projects', root.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  return join(folder, `${conversationId}.jsonl`);
}

test('a message that comes while it works is its next turn, in the same process', async () => {
  const { project, standIn, swarm, create, status } = await makeClaudeProject('2.1.325', {
    script: [says('first', { delayMs: 3_000 }), says('second')],
  });
  const id = await create('Work.');
  await standIn.waitFor(({ isMain }) => isMain);
  expect(await swarm('send', id, 'And now this.')).toMatchObject({ code: 0 });
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  expect(standIn.main().map(({ prompt }) => prompt)).toEqual([
    'Work.',
    expect.stringContaining('And now this.'),
  ]);
  expect(attemptsOf(project, id)).toHaveLength(1);
});

test('a session that is killed leaves nothing behind, not even the tool that it waits for', async () => {
  const { project, swarm, create, status } = await makeClaudeProject('2.1.325', {
    script: [calls('Bash', { command: 'cat pipe', description: 'Waits' })],
  });
  execFileSync('mkfifo', [join(project.root, 'pipe')]);
  const id = await create('Wait.');
  await vi.waitFor(
    () => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true),
    30_000,
  );
  await swarm('kill', id, '--force');
  await swarm('wait', id, '--timeout', '60s');
  expect(await status(id)).toMatchObject({ status: 'KILLED', reason: 'asked' });
  expect(livingOf(project)).toEqual([]);
});

test('a server that is overloaded for ever fails the session with what the API said', async () => {
  const script = () => fails(529, 'overloaded_error');
  const { swarm, create, status } = await makeClaudeProject('2.1.325', { script, config: { retries: 1 } });
  const id = await create('Work.');
  expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 2 });
  expect(await status(id)).toMatchObject({
    status: 'FAILED',
    status_reason: expect.stringContaining('the stand-in answers'),
    attempt: 2,
  });
});

test('a key that is refused is asked about, and the conversation goes on after the login', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', {
    script: () => fails(401, 'authentication_error'),
    config: { retries: 0 },
  });
  const id = await create('Work.');
  await swarm('events', id, '--follow', '--until', 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: QuestionJson[] }>('questions');
  expect(question?.text).toContain('Claude Code is not logged in: ');
  expect(await status(id)).toMatchObject({ state: 'waiting', attempt: 1 });
  standIn.play([says('done')]);
  await swarm('answer', question?.id ?? '', 'go on');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ attempt: 2 });
  expect(new Set(standIn.main().map(({ conversationId }) => conversationId)).size).toBe(1);
  expect(JSON.stringify(standIn.main().at(-1)?.said)).toContain('Work.');
});

test('a session that takes too many steps fails and says so', async () => {
  const shell = calls('Bash', { command: 'true', description: 'Does nothing' });
  const { swarm, create, status } = await makeClaudeProject('2.1.325', {
    script: () => shell,
    config: { claude: { maxTurns: 2 } },
  });
  const id = await create('Work.');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 2 });
  expect(await status(id)).toMatchObject({
    status_reason: expect.stringContaining('maximum number of turns'),
  });
});

const steps = () => calls('Bash', { command: 'true', description: 'Does nothing' });
type QuestionJson = Readonly<{ id: string; text: string }>;

test('a session that has used up its budget asks, and spends on only with more', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', { script: steps });
  const id = await create('Work.', '--budget', '0.001');
  await swarm('events', id, '--follow', '--until', 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: QuestionJson[] }>('questions');
  expect(question?.text).toContain('The budget of the session is used up');
  expect(await status(id)).toMatchObject({ state: 'waiting' });

  standIn.play([says('done')]);
  await swarm('answer', question?.id ?? '', '+5');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ attempt: 2, budgets: [{ of: 'session', reserved_usd: 0 }, {}] });
});

test('what one process may spend is a limit too, and a person may let another one go on', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', {
    script: steps,
    config: { claude: { budgetUsd: 0.001 } },
  });
  const id = await create('Work.');
  await swarm('events', id, '--follow', '--until', 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: QuestionJson[] }>('questions');
  expect(question?.text).toContain('the budget of one process');
  standIn.play([says('done')]);
  await swarm('answer', question?.id ?? '', 'go on');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ attempt: 2 });
});

const VERDICT = {
  type: 'object',
  properties: { verdict: { enum: ['pass', 'fail'] } },
  required: ['verdict'],
};

test('what it hands in under a schema is the result', async () => {
  const { swarm, create, project } = await makeClaudeProject('2.1.325', {
    script: [calls('StructuredOutput', { verdict: 'pass' })],
  });
  const id = await create('Judge.', '--schema', project.write('v.json', JSON.stringify(VERDICT)));
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect((await swarm('result', id)).stdout).toBe('{"verdict":"pass"}\n');
});

test('words where a schema asks for more go back once, in the same conversation, then it fails', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', {
    script: () => says('I think it is fine.'),
  });
  const id = await create('Judge.', '--schema', project.write('v.json', JSON.stringify(VERDICT)));
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 2 });
  expect(await status(id)).toMatchObject({ reason: 'contract', attempt: 1 });
  expect((await swarm('result', id)).stdout).toContain('I think it is fine.');
  expect(JSON.stringify(standIn.main())).toContain('the last message is not JSON');
});
