import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { killEverything } from '../e2e/kill-everything.ts';
import { livingOf } from '../e2e/living.ts';
import type { TestProject } from '../e2e/project.ts';
import { calls, limitedUntil, says, silence } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { type ClaudeProject, makeClaudeProject, makeSettledProject } from './project.ts';
import { AS_SUBSCRIBER } from './room.ts';

const LONG = { timeout: 30_000, interval: 100 };
const stepOne = calls('Bash', { command: 'echo one >> steps', description: 'Step one' });
const blocked = calls('Bash', { command: 'cat pipe', description: 'Step two' });
const RESUMED = [says('Steps two and three are done.'), says('Here is tea.')];

const isBlocked = (project: TestProject): boolean =>
  livingOf(project).some((line) => line.includes('cat pipe'));

const agentOf = (project: TestProject): number => {
  const line = livingOf(project).find((one) => /claude\S* .*--session-id=/.test(one)) ?? '';
  return Number.parseInt(line, 10);
};

/** The task has done its first step and is in the middle of the second; a message waits. */
async function beginTwoSteps({ project, standIn, swarm, create }: ClaudeProject): Promise<string> {
  execFileSync('mkfifo', [join(project.root, 'pipe')]);
  standIn.play([stepOne, blocked]);
  const id = await create('Three steps.');
  await vi.waitFor(() => expect(isBlocked(project)).toBe(true), LONG);
  expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
  standIn.play(RESUMED);
  return id;
}

/** What the model was told to do, in order, after the first process. */
const toldAfter = ({ standIn }: ClaudeProject, before: number): readonly string[] =>
  standIn
    .main()
    .slice(before)
    .map(({ prompt }) => prompt ?? '');

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('killed in mid-turn goes on with the turn, and takes the message after it', async () => {
    const made = await makeClaudeProject(version);
    const id = await beginTwoSteps(made);
    const before = made.standIn.main().length;
    process.kill(agentOf(made.project), 'SIGKILL');
    expect(await made.swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    const told = toldAfter(made, before);
    expect(told[0]).toMatch(/Continue where you left off\..*begun 2 tools.*Bash, may not have run/s);
    expect(told[1]).toContain('And tea.');
    expect(told).toHaveLength(2);
    expect(readFileSync(join(made.project.root, 'steps'), 'utf8')).toBe('one\n');
  });

  test('on a screen the same', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const id = await beginTwoSteps(made);
    const before = made.standIn.main().length;
    process.kill(agentOf(made.project), 'SIGKILL');
    await vi.waitFor(() => expect(toldAfter(made, before)).toHaveLength(2), { ...LONG, timeout: 60_000 });
    const told = toldAfter(made, before);
    expect(told[0]).toContain('Continue where you left off.');
    expect(told[1]).toContain('And tea.');
    await made.swarm('kill', id, '--force');
  });

  test('at a limit in mid-turn goes on with the turn first', async () => {
    const made = await makeClaudeProject(version, { env: AS_SUBSCRIBER, config: { retries: 0 } });
    const { standIn, swarm, create } = made;
    const resetAt = Math.ceil(Date.now() / 1000) + 15;
    standIn.play([
      says('', { tools: stepOne.is === 'message' ? (stepOne.tools ?? []) : [] }),
      limitedUntil(resetAt),
    ]);
    const id = await create('Three steps.');
    await swarm('events', id, '--follow', '--until', 'park');
    expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
    const before = standIn.main().length;
    standIn.play(RESUMED);
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    expect(toldAfter(made, before).map((text) => text.slice(0, 8))).toEqual(['Continue', 'And tea.']);
  });

  test('on a screen at a limit in mid-turn the same', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive', retries: 0 }, AS_SUBSCRIBER);
    const { standIn, swarm, create, status, project } = made;
    const resetAt = Math.ceil(Date.now() / 1000) + 3_600;
    let asked = 0;
    standIn.play(() => (++asked === 1 ? stepOne : limitedUntil(resetAt)));
    const id = await create('Three steps.');
    await swarm('events', id, '--follow', '--until', 'park');
    expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
    const before = standIn.main().length;
    standIn.play(RESUMED);
    expect(await swarm('resume', id)).toMatchObject({ code: 0 });
    await vi.waitFor(() => expect(toldAfter(made, before)).toHaveLength(2), { ...LONG, timeout: 60_000 });
    expect(toldAfter(made, before).map((text) => text.slice(0, 8))).toEqual(['Continue', 'And tea.']);
    expect(readFileSync(join(project.root, 'steps'), 'utf8')).toBe('one\n');
    expect(await status(id)).toMatchObject({ attempt: 2, retries_left: 0 });
  });

  test.each(['headless', 'interactive'])('goes on first when everything was killed, %s', async (mode) => {
    const made = await makeSettledProject(version, { mode });
    const id = await beginTwoSteps(made);
    const before = made.standIn.main().length;
    await killEverything(made.project);
    expect((await made.swarm('supervisor', 'start')).code).toBe(0);
    await vi.waitFor(() => expect(toldAfter(made, before)).toHaveLength(2), { ...LONG, timeout: 90_000 });
    const told = toldAfter(made, before);
    expect(told[0]).toContain('Continue where you left off.');
    expect(told[1]).toContain('And tea.');
    expect(readFileSync(join(made.project.root, 'steps'), 'utf8')).toBe('one\n');
    await made.swarm('kill', id, '--force');
  });

  test('takes a prompt that it had kept unanswered when it was killed', async () => {
    const made = await makeClaudeProject(version, { script: [silence] });
    const { project, standIn, swarm, create, status } = made;
    const id = await create('Begin.');
    await standIn.waitFor(({ isMain }) => isMain);
    const folder = join(project.home, '.claude', 'projects', project.root.replace(/[^a-zA-Z0-9]/g, '-'));
    const kept = (): string => {
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
      return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    };
    await vi.waitFor(() => expect(kept()).toContain('Begin.'), LONG);
    standIn.play([says('Begun.')]);
    process.kill(agentOf(project), 'SIGKILL');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  });
});
