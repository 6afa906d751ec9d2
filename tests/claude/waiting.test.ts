import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { livingOf } from '../e2e/living.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeClaudeProject } from './project.ts';

const SOON = { timeout: 60_000, interval: 200 };
const inBackground = (command: string) =>
  calls('Bash', { command, description: 'Runs the tests', run_in_background: true });
const WAITS = { state: 'idle', waiting_for: [{ kind: 'command', text: 'Runs the tests' }] };

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('that waits for its tests longer than an idle process may, commits after them', async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version, {
      config: { timeouts: { idleProcess: '1s' } },
    });
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    standIn.play([inBackground('cat pipe'), says('I wait for the tests.'), says('Green: committed.')]);
    const id = await create('Test and commit.');
    await vi.waitFor(async () => expect(await status(id)).toMatchObject(WAITS), SOON);
    expect((await swarm('status', id)).stdout).toMatch(/Waits: for command "Runs the tests" \(\d+/);
    expect((await swarm('list')).stdout).toContain('waits for command "Runs the tests"');
    // Longer than an idle process is kept, and the process is still there.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await status(id)).toMatchObject(WAITS);
    writeFileSync(join(project.root, 'pipe'), 'green\n');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({
      status: 'COMPLETED',
      attempt: 1,
      exit_code: 0,
      waiting_for: [],
    });
    expect((await swarm('logs', id)).stdout).toContain('Green: committed.');
  });

  test('that left a server behind is asked about, and completes without a failure to show', async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version, {
      config: { timeouts: { background: '2s' } },
    });
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    standIn.play([inBackground('cat pipe'), says('The server runs.')]);
    const id = await create('Start the server.');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    const asked = await status(id);
    expect(asked).toMatchObject({ state: 'waiting', questions: [{ kind: 'background', state: 'open' }] });
    expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true);
    const [question] = asked.questions as { id: string }[];
    expect(await swarm('answer', question?.id ?? '', 'do not wait')).toMatchObject({ code: 0 });
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    const done = await status(id);
    expect(done).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    expect([0, null]).toContain(done.exit_code);
    expect(livingOf(project)).toEqual([]);
  });

  test('that says it is done leaves at once, whatever it left running', async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version);
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    const done = calls('Bash', { command: 'swarm done "The server runs."', description: 'Says so' });
    standIn.play([inBackground('cat pipe'), done, says('It runs.')]);
    const id = await create('Start the server.');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    const ended = await status(id);
    expect(ended).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    expect([0, null]).toContain(ended.exit_code);
    expect(livingOf(project)).toEqual([]);
  });
});

test('a session that is killed while it waits looks in its next process at what came of it', async () => {
  const { project, standIn, swarm, create, status } = await makeClaudeProject('2.1.325');
  execFileSync('mkfifo', [join(project.root, 'pipe')]);
  standIn.play([inBackground('cat pipe'), says('I wait for the tests.'), says('I ran them again.')]);
  const id = await create('Test and commit.');
  await vi.waitFor(async () => expect(await status(id)).toMatchObject(WAITS), SOON);
  const agent = livingOf(project).find((line) => /claude\S* .*--session-id=/.test(line)) ?? '';
  process.kill(Number.parseInt(agent, 10), 'SIGKILL');
  expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
  expect(standIn.main().at(-1)?.prompt).toContain('while you waited for command "Runs the tests"');
});

// It comes at a full minute.
test('a wake-up that the agent scheduled is waited for', { timeout: 300_000 }, async () => {
  const { standIn, create, status } = await makeClaudeProject('2.1.325', {
    config: { claude: { allowedTools: ['ScheduleWakeup'] }, timeouts: { idleProcess: '1s' } },
  });
  const wakeUp = { delaySeconds: 60, reason: 'look again', prompt: 'Look again.' };
  standIn.play([calls('ScheduleWakeup', wakeUp), says('I sleep.'), says('Awake and done.')]);
  const id = await create('Wait a minute.');
  const waits = { state: 'idle', waiting_for: [{ kind: 'wake-up', due_at: expect.any(String) }] };
  await vi.waitFor(async () => expect(await status(id)).toMatchObject(waits), SOON);
  const isOver = async () => expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  await vi.waitFor(isOver, { timeout: 200_000, interval: 1_000 });
  expect(standIn.main().at(-1)?.prompt).toContain('Look again.');
});
