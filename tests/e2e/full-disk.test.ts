import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

const LIMIT = { timeout: 40_000, interval: 50 };
const FAST = { timeouts: { sweep: '100ms' } };

/** A supervisor whose writes fail while this file is there; where it says "each", each kind of them once. */
async function startOn(project: TestProject, file: string): Promise<number> {
  const env = { SWARM_SUPERVISOR_DISK_FULL: file };
  const ran = await project.swarmWith({ env }, 'supervisor', 'start');
  expect(ran.code).toBe(0);
  return supervisorPid(project);
}

const logOf = ({ paths }: TestProject): string => readFileSync(join(paths.logsDir, 'supervisor.log'), 'utf8');
const linesWith = (text: string, words: string): number =>
  text.split('\n').filter((line) => line.includes(words)).length;

test('on a full disk the supervisor stays, says so, starts nothing, and goes on with room', async () => {
  const project = await makeProject(FAST);
  const full = join(project.root, '..', 'full');
  const pid = await startOn(project, full);
  const atWork = await create(project, ['sleep: 2s', 'result: {n: 1}']);
  await vi.waitFor(async () => expect((await statusOf(project, atWork)).state).toBe('working'), LIMIT);

  writeFileSync(full, '');
  const late = await create(project, ['result: {n: 2}']);
  await vi.waitFor(async () => {
    const said = await project.swarm('supervisor', 'status');
    expect(said.stdout).toContain('The disk is full');
  }, LIMIT);
  const checks = (await project.json<{ checks: { name: string; found: string }[] }>('doctor')).checks;
  expect(checks.find(({ name }) => name === 'supervisor')?.found).toContain('The disk is full');
  // Long enough for the one at work to end, and for many tries.
  await vi.waitFor(async () => expect((await statusOf(project, atWork)).state).not.toBe('idle'), LIMIT);
  expect(await statusOf(project, late)).toMatchObject({ state: 'starting' });
  expect(await supervisorPid(project)).toBe(pid);

  rmSync(full);
  for (const id of [atWork, late]) expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await supervisorPid(project)).toBe(pid);
  expect(JSON.parse((await project.swarm('result', late)).stdout)).toEqual({ n: 2 });
  expect(linesWith(logOf(project), 'There is room')).toBe(1);
  expect((await project.swarm('events')).stdout).toContain('the disk was full since');
});

test('each kind of write may fail for want of room once, and nothing is lost or done twice', async () => {
  const project = await makeProject(FAST);
  const full = join(project.root, '..', 'full');
  const pid = await startOn(project, full);
  writeFileSync(full, 'each');
  const ids = [
    await create(project, ['say: one', 'result: {n: 1}']),
    await create(
      project,
      ['write: {path: a.txt, text: two}', 'ask: "Which way?"', 'result: {n: 2}'],
      '--workspace',
    ),
  ];
  await vi.waitFor(async () => {
    const { questions } = await project.json<{ questions: { id: string }[] }>('questions');
    expect((await project.swarm('answer', questions[0]?.id ?? '-', 'left')).code).toBe(0);
  }, LIMIT);
  for (const [n, id] of ids.entries()) {
    expect((await project.swarm('wait', id, '--timeout', '60s')).code).toBe(0);
    expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ n: n + 1 });
  }
  expect(await supervisorPid(project)).toBe(pid);
  const kinds = readFileSync(`${full}.log`, 'utf8').trim().split('\n');
  expect(kinds.length).toBeGreaterThan(25);
  for (const what of ['writeSync', 'stdin.jsonl', 'state.json', 'orchestrator.log', 'commit step-session'])
    expect(kinds.join('\n')).toContain(what);
});
