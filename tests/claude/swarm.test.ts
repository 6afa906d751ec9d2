import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { killEverything } from '../e2e/kill-everything.ts';
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

  test.each([
    ['500', fails(500, 'api_error')],
    ['529', fails(529, 'overloaded_error')],
  ])(
    'endless answers of %s park it, each time for longer, until it is well; no retry is spent',
    async (_, down) => {
      const { standIn, swarm, create, status } = await makeClaudeProject(version, {
        script: () => down,
        config: { retries: 0 },
      });
      const id = await create('Work.');
      await swarm('events', id, '--follow', '--until', 'park');
      const first = await status(id);
      expect(first).toMatchObject({ parked: { cause: 'service-outage', tries: 1 }, retries_left: 0 });
      await swarm('resume', id);
      await vi.waitFor(async () => expect(await status(id)).toMatchObject({ parked: { tries: 2 } }), {
        timeout: 60_000,
        interval: 500,
      });
      expect(pauseOf(await status(id))).toBeGreaterThan(50_000);
      standIn.play(() => says('Well again.'));
      await swarm('resume', id);
      expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 3, parked: null });
    },
  );
});

// How far ahead the next try lies.
const pauseOf = ({ resume_at: at }: Readonly<Record<string, unknown>>): number =>
  Date.parse(String(at)) - Date.now();

/** Enough for many turns, and for a part of the first only. */
const THOUSANDS = { usage: { input_tokens: 4_000, output_tokens: 300 } };

test.each(CLAUDE_VERSIONS)('%s: an answer that passes the budget is still the result', async (version) => {
  const { swarm, create, status } = await makeClaudeProject(version, {
    script: [says('The final answer.', THOUSANDS)],
  });
  const id = await create('Work.', '--budget', '0.0005');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect((await swarm('result', id)).stdout).toContain('The final answer.');
  expect(await status(id)).toMatchObject({
    status: 'COMPLETED',
    attempt: 1,
    usage: { input_tokens: 4_000, output_tokens: 300 },
  });
});

test('an answer that passes the budget of tokens is the result, even if its end is told late', async () => {
  const { project, swarm, create, status } = await makeClaudeProject('2.1.325', {
    script: [says('The final answer.', THOUSANDS)],
  });
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'sleep 1' }] }] };
  project.write('../home/.claude/settings.json', JSON.stringify({ hooks }));
  const id = await create('Work.', '--budget-tokens', '1k');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect((await swarm('result', id)).stdout).toContain('The final answer.');
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1, questions: [] });
});

test.each(CLAUDE_VERSIONS)(
  '%s: tokens of a budget end a turn in its middle, and a person is asked',
  async (version) => {
    const look = calls('Bash', { command: 'echo hello', description: 'Says hello' }, THOUSANDS);
    const rest = calls('Bash', { command: 'cat pipe', description: 'Waits' }, THOUSANDS);
    let asked = 0;
    // The third request of 4,000 passes it. What a version asks besides, or on its way out, counts too.
    const script = () => (++asked < 3 ? look : rest);
    const made = await makeClaudeProject(version, { script, config: { retries: 0 } });
    const { project, standIn, swarm, create, status } = made;
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    const id = await create('Work.', '--budget-tokens', '10k');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    const {
      questions: [question],
    } = await project.json<{ questions: { id: string; text: string; options: string[] }[] }>('questions');
    expect(question?.text).toMatch(/used up \((?:1|2)\d,\d{3} tokens of 10,000 tokens\)/);
    expect(standIn.main().length).toBeLessThanOrEqual(7);
    expect(await status(id)).toMatchObject({ state: 'waiting', retries_left: 0 });
    standIn.play([says('I went on.', THOUSANDS)]);
    await swarm('answer', question?.id ?? '', question?.options?.[0] ?? '');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect((await swarm('result', id)).stdout).toContain('I went on.');
  },
);

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
  await killEverything(project);

  expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  const [first, second] = standIn.main();
  expect(second?.conversationId).toBe(first?.conversationId);
  expect(second?.said.some(({ text }) => text.includes('I begin.'))).toBe(true);
  expect(livingOf(project)).toEqual([]);
});

test.each(
  CLAUDE_VERSIONS.flatMap((version) => [
    { version, holds: 'no word', line: '{}', attempt: 2 },
    { version, holds: 'what it cannot read', line: '{"type":"user","message":{}}', attempt: 3 },
  ]),
)('$version begins anew when its transcript holds $holds', async ({ version, line, attempt }) => {
  const { project, standIn, swarm, create, status } = await makeClaudeProject(version, { script: [silence] });
  const id = await create('Begin.');
  await standIn.waitFor(({ isMain }) => isMain);
  standIn.play([says('Begun anew.')]);
  const [agent] = livingOf(project).filter((line) => line.includes('--session-id='));
  const transcript = transcriptOf(project, agent ?? '');
  process.kill(Number.parseInt(agent ?? '', 10), 'SIGKILL');
  writeFileSync(transcript, `${line}\n`);

  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt });
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

const steps = () => calls('Bash', { command: 'true', description: 'Does nothing' });
type QuestionJson = Readonly<{ id: string; text: string; options?: readonly string[] }>;

test.each(CLAUDE_VERSIONS)('%s: the limit of model turns ends a stretch, not the work', async (version) => {
  const { swarm, create, status, standIn } = await makeClaudeProject(version, {
    script: [steps(), steps(), steps(), steps(), steps(), says('done')],
    config: { claude: { maxTurns: 2 } },
  });
  const id = await create('Work.');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(await status(id)).toMatchObject({ state: 'completed', attempt: 1, retries_left: 3 });
  expect((await swarm('result', id)).stdout).toContain('done');
  expect(new Set(standIn.main().map(({ conversationId }) => conversationId)).size).toBe(1);
});

test('after so many stretches a person is asked, whose answer lets it go on', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', {
    script: steps,
    config: { claude: { maxTurns: 1, stretches: 2 } },
  });
  const id = await create('Work.');
  await swarm('events', id, '--follow', '--until', 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: QuestionJson[] }>('questions');
  expect(question?.text).toContain('after it went on by itself 2 times');
  expect(await status(id)).toMatchObject({ state: 'waiting' });
  standIn.play([says('done')]);
  await swarm('answer', question?.id ?? '', 'go on');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
});

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

test('without a budget of its own it has the standard one, and its first process over it asks', async () => {
  const { swarm, create, status, project, standIn } = await makeClaudeProject('2.1.325', {
    script: steps,
    config: { claude: { budgetUsd: 0.001 } },
  });
  const id = await create('Work.');
  await swarm('events', id, '--follow', '--until', 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: QuestionJson[] }>('questions');
  expect(question?.text).toContain('The budget of the session is used up');
  expect(await status(id)).toMatchObject({ state: 'waiting', attempt: 1 });
  standIn.play([says('done')]);
  await swarm('answer', question?.id ?? '', question?.options?.[0] ?? '');
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
