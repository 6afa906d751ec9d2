import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type ProgramEnd } from './project.ts';

const RECORDED = resolve(import.meta.dirname, '../agents/recorded');

/** `lines`: no more than so many of them. */
type Part = Readonly<{ tells: string; lines?: number; exit: number; errors?: string }>;
type Parts = Readonly<{ first: Part; resumed?: Part }>;

/** A project whose agent CLI repeats what the real one was recorded with. */
async function makeRepeater(cli: string, { first, resumed = first }: Parts) {
  const project = await makeProject({ cli, retries: 1 });
  const bin = join(project.home, 'bin');
  const told = join(project.home, 'told');
  const play = ({ tells, lines = 1_000, exit, errors = '' }: Part): string =>
    `head -n ${lines} '${join(RECORDED, tells)}'; echo '${errors}' >&2; exit ${exit}`;
  const script = [
    '#!/bin/sh',
    `printf '%s|' "$@" >> '${told}'`,
    `cat >> '${told}'`,
    `case " $* " in *" resume "*|*" --resume="*|*" --session="*) ${play(resumed)} ;; esac`,
    play(first),
    '',
  ].join('\n');
  mkdirSync(bin);
  writeFileSync(join(bin, cli), script, { mode: 0o755 });
  const swarm = (...words: string[]): Promise<ProgramEnd> =>
    project.swarmWith({ env: { PATH: `${bin}:${process.env.PATH}` } }, ...words);
  const create = async (): Promise<string> => {
    const task = project.write('task.md', 'Write a file.');
    return (await swarm('create', 'developer', task, '--quiet')).stdout.trim();
  };
  return {
    swarm,
    told: () => (existsSync(told) ? readFileSync(told, 'utf8') : ''),
    create,
    async run() {
      const id = await create();
      const { code } = await swarm('wait', id, '--timeout', '40s');
      return { id, code, status: JSON.parse((await swarm('status', id, '--json')).stdout) };
    },
  };
}

test.each([
  ['codex', 'codex-0.166.0'],
  ['gemini', 'gemini-0.61.0'],
  ['opencode', 'opencode-1.18.33'],
])('%s brings a turn to its end by its events, and its last words are the result', async (cli, from) => {
  const { run, swarm, told } = await makeRepeater(cli, {
    first: { tells: `${from}/tools.jsonl`, exit: 0 },
  });
  const { id, code, status } = await run();
  expect(code).toBe(0);
  expect(status).toMatchObject({
    status: 'COMPLETED',
    attempt: 1,
    exit_code: 0,
    usage: { input_tokens: 300, output_tokens: 60 },
    heartbeat: { tool_calls: 2 },
  });
  expect((await swarm('result', id)).stdout.trim()).toBe('All is done.');
  expect(told()).toContain('Write a file.');
});

test('an error that it tells of ends the session as the error says, whatever its exit code', async () => {
  const first = { tells: 'gemini-0.61.0/status-400.jsonl', exit: 145 };
  const { code, status } = await (await makeRepeater('gemini', { first })).run();
  expect(code).toBe(2);
  expect(status).toMatchObject({
    status: 'FAILED',
    reason: 'exit-code',
    attempt: 1,
    status_reason: 'the stand-in answers 400',
  });
});

test('a clean exit without an end of its turn is a failure, and is not tried again', async () => {
  const first = { tells: 'opencode-1.18.33/rejected.jsonl', exit: 0, errors: 'auto-rejecting' };
  const { code, status } = await (await makeRepeater('opencode', { first })).run();
  expect(code).toBe(2);
  expect(status).toMatchObject({
    status: 'FAILED',
    attempt: 1,
    status_reason: 'the agent left without a result: auto-rejecting',
  });
});

test('after a passing error before any answer, the task is told again in a new conversation', async () => {
  const first = { tells: 'gemini-0.61.0/status-500.jsonl', exit: 244 };
  const { create, swarm, told } = await makeRepeater('gemini', { first });
  const id = await create();
  await swarm('events', id, '--follow', '--until', 'park');
  await swarm('resume', id);
  await vi.waitFor(() => expect(told().match(/--session-id=/g)).toHaveLength(2), { timeout: 20_000 });
  expect(told()).not.toContain('--resume');
});

test('after a crash that followed an answer, it goes on with the conversation that it named', async () => {
  const { run, told } = await makeRepeater('codex', {
    first: { tells: 'codex-0.166.0/first.jsonl', lines: 4, exit: 139 },
    resumed: { tells: 'codex-0.166.0/resumed.jsonl', exit: 0 },
  });
  const { status } = await run();
  expect(status).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect(told()).toMatch(/\|resume\|01a1e1ab-7b80-7df1-9ace-31f9b9e3fe08\|-\|Continue/);
});
