import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { agentProgram } from '../../agent-program.ts';
import { livingOf } from '../../e2e/living.ts';
import { calls, fails, says } from '../../stand-in/answer.ts';
import { makeAgentProject } from './project.ts';
import { AGENT_CLI_NAMES, type AgentCli } from './setup.ts';

/** Where no server listens. */
const NOWHERE = 'http://127.0.0.1:9';
const THOUSANDS = { prompt_tokens: 4_000, completion_tokens: 300, total_tokens: 4_300 };
const AT_ONCE = { 'retry-after': '1', 'retry-after-ms': '10' };

test.each(AGENT_CLI_NAMES)('%s: a limit parks the session and costs no retry', async (cli) => {
  const { project, swarm, over, create, status, record } = await makeAgentProject(cli, {
    script: () => fails(429, cli === 'gemini' ? 'RESOURCE_EXHAUSTED' : 'rate_limit_error', AT_ONCE),
    config: { retries: 0 },
  });
  const id = await create('Work.');
  // The first wait is the second that the API asks for; the next one lasts.
  const limited = { state: 'parked', parked: { cause: 'rate-limit' }, retries_left: 0 };
  await vi.waitFor(async () => expect(await status(id)).toMatchObject(limited), {
    timeout: 100_000,
    interval: 500,
  });
  record('status-429', id);
  await swarm('kill', id, '--force');
  await over(id);
  expect(livingOf(project)).toEqual([]);
});

const IN_AN_HOUR = { 'retry-after': '3600' };

test.each(AGENT_CLI_NAMES)('%s: a limit that lasts an hour parks the session soon', async (cli) => {
  const failing = fails(429, cli === 'gemini' ? 'RESOURCE_EXHAUSTED' : 'rate_limit_error', IN_AN_HOUR);
  const { project, standIn, swarm, over, create, status } = await makeAgentProject(cli, {
    script: () => failing,
    config: { retries: 0 },
  });
  const id = await create('Work.');
  await standIn.waitFor(({ isMain }) => isMain, 60_000);
  const limitedAt = Date.now();
  await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'parked' }), {
    timeout: 60_000,
    interval: 500,
  });
  expect(Date.now() - limitedAt).toBeLessThan(45_000);
  expect(await status(id)).toMatchObject({ parked: { cause: 'rate-limit', tries: 1 }, retries_left: 0 });
  standIn.play([says('Well again.')]);
  expect(await swarm('resume', id)).toMatchObject({ code: 0 });
  expect(await over(id)).toBe(0);
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect(livingOf(project)).toEqual([]);
});

test.each(AGENT_CLI_NAMES)('%s: a server that fails for a while is tried again', async (cli) => {
  let isWell = false;
  const failing = fails(500, cli === 'gemini' ? 'INTERNAL' : 'server_error', AT_ONCE);
  const { standIn, swarm, over, create, status, record } = await makeAgentProject(cli, {
    script: () => (isWell ? says('Well again.') : failing),
    config: { retries: 0 },
  });
  const id = await create('Work.');
  // What a CLI tries again by itself happens within one attempt.
  await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'parked' }), {
    timeout: 100_000,
    interval: 100,
  });
  expect(await status(id)).toMatchObject({ parked: { cause: 'service-outage', tries: 1 }, retries_left: 0 });
  isWell = true;
  expect(await swarm('resume', id)).toMatchObject({ code: 0 });
  expect(await over(id)).toBe(0);
  record('status-500', id);
  expect(await status(id)).toMatchObject({ status: 'COMPLETED' });
  expect((await swarm('result', id)).stdout).toContain('Well again.');
  // Nothing had been answered before, so the task is told again.
  expect(standIn.main().at(-1)?.prompt).toContain('Work.');
});

test.each(['codex', 'gemini'] as const)(
  '%s: without any key it asks, and works once it has one',
  async (cli) => {
    const made = await makeAgentProject(cli, {
      isKeyless: true,
      script: [says('Done.')],
      config: { retries: 0 },
    });
    const { project, swarm, over, until, create, status } = made;
    const id = await create('Work.');
    await until(id, 'question-asked');
    const {
      questions: [question],
    } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
    expect(question?.text).toMatch(/is not logged in: .*(STAND_IN|GEMINI_API)_KEY/s);
    made.setKey();
    await swarm('supervisor', 'stop');
    await swarm('answer', question?.id ?? '', 'go on');
    expect(await over(id)).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  },
);

test('opencode: tokens of a budget end a turn in its middle, and a person is asked', async () => {
  const look = calls('bash', { command: 'echo hello', description: 'Says hello' }, { usage: THOUSANDS });
  const made = await makeAgentProject('opencode', { script: () => look, config: { retries: 0 } });
  const { project, standIn, swarm, over, until, create, status } = made;
  const id = await create('Work.', 'developer', '--budget-tokens', '10k');
  await until(id, 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: { id: string; text: string; options: string[] }[] }>('questions');
  expect(question?.text).toMatch(/used up \(\d+,\d{3} tokens of 10,000 tokens\)/);
  expect(await status(id)).toMatchObject({ state: 'waiting', retries_left: 0 });
  standIn.play([says('I went on.')]);
  await swarm('answer', question?.id ?? '', question?.options[0] ?? '');
  expect(await over(id)).toBe(0);
  expect((await swarm('result', id)).stdout).toContain('I went on.');
});

test('opencode: a permission that no person can give fails the session, at once', async () => {
  const { project, standIn, over, create, status, record } = await makeAgentProject('opencode');
  standIn.play([
    calls('write', { filePath: `${project.home}/b.txt`, content: 'hello' }),
    says('Never said.'),
  ]);
  const id = await create('Write elsewhere.');
  expect(await over(id)).toBe(2);
  record('rejected', id);
  expect(await status(id)).toMatchObject({
    status: 'FAILED',
    attempt: 1,
    status_reason: expect.stringMatching(/^the agent left without a result: .*external_directory/),
  });
  expect(standIn.main()).toHaveLength(1);
});

test('codex: who waits for the network for ever is parked, which costs no retry', async () => {
  const { project, swarm, over, until, create, status, record } = await makeAgentProject('codex', {
    url: NOWHERE,
    config: { retries: 0, timeouts: { silence: '3s' } },
  });
  const id = await create('Work.');
  await until(id, 'park');
  record('refused', id);
  expect(await status(id)).toMatchObject({
    state: 'parked',
    retries_left: 0,
    parked: { cause: 'service-outage', tries: 1, reason: expect.stringContaining('Reconnecting') },
  });
  expect((await swarm('logs', id)).stdout).toContain('… held up: Reconnecting');
  await swarm('kill', id, '--force');
  await over(id);
  expect(livingOf(project)).toEqual([]);
});

/** Where each keeps its conversations, below the person's home. */
const KEPT_IN: Readonly<Record<AgentCli, string>> = {
  codex: '.codex/sessions',
  gemini: '.gemini/tmp',
  opencode: '.local/share/opencode',
};

/** A folder with the CLI in it, whose conversations are gone whenever it is to go on with one. */
function makeForgetful(cli: AgentCli): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-forgetful-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = [
    '#!/bin/sh',
    `case " $* " in *" resume "*|*" --resume="*|*" --session="*) rm -rf "$HOME/${KEPT_IN[cli]}" ;; esac`,
    `exec '${agentProgram(cli)}' "$@"`,
    '',
  ];
  writeFileSync(join(folder, cli), lines.join('\n'), { mode: 0o755 });
  return folder;
}

test.each(AGENT_CLI_NAMES)('%s: without its conversation it begins anew, with the task', async (cli) => {
  const { standIn, swarm, over, create, status } = await makeAgentProject(cli, {
    script: [says('The first answer.', { delayMs: 2_000 }), says('The second answer.')],
    programs: makeForgetful(cli),
  });
  const id = await create('Work.');
  await standIn.waitFor(({ isMain }) => isMain, 60_000);
  await swarm('send', id, 'And now this.');
  expect(await over(id)).toBe(0);
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 3 });
  const last = standIn.main().at(-1);
  expect(last?.prompt).toContain('Work.');
  expect(last?.prompt).toContain('And now this.');
});
