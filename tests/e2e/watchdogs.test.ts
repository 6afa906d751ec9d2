import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { livingOf } from './living.ts';
import { makeProject, statusOf, type TestProject } from './project.ts';

const QUICK = { grace: '500ms', sweep: '200ms' };
const EVENT = {
  began: '{"type":"system","subtype":"init","session_id":"c1"}',
  tool: '{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{}}]}}',
  toolDone: '{"type":"user","message":{"content":[{"type":"tool_result","content":"ok"}]}}',
  result: '{"type":"result","subtype":"success","is_error":false,"result":"all done","usage":{}}',
};
const tell = (event: string): string => `echo '${event}'`;
const FOR_EVER = 'while :; do sleep 1; done';

/** A program called claude that reads its first turn, echoes it, and then does as it is told. */
async function makeWithClaude(timeouts: object, ...lines: string[]): Promise<[TestProject, string]> {
  const project = await makeProject({ cli: 'claude', retries: 0, timeouts: { ...QUICK, ...timeouts } });
  const uuid = `uuid=$(printf '%s' "$turn" | sed 's/.*"uuid":"\\([^"]*\\)".*/\\1/')`;
  const echo = `printf '{"type":"user","isReplay":true,"uuid":"%s"}\\n' "$uuid"`;
  const program = ['#!/bin/sh', 'read -r turn', uuid, tell(EVENT.began), echo, ...lines, ''].join('\n');
  const file = project.write('bin/claude', program);
  chmodSync(file, 0o755);
  const env = { PATH: `${dirname(file)}:${project.env.PATH}` };
  const task = project.write('task.md', 'Work.');
  const made = await project.swarmWith({ env }, 'create', 'developer', task, '--quiet');
  return [project, made.stdout.trim()];
}

/** Any program as an agent. */
async function makeWithProgram(...lines: string[]): Promise<[TestProject, string]> {
  const project = await makeProject({ retries: 0, timeouts: QUICK });
  chmodSync(project.write('agent.sh', ['#!/bin/sh', ...lines, ''].join('\n')), 0o755);
  project.write('agents/odd/odd-agent.md', '---\ncommand: ["./agent.sh"]\n---\n');
  const task = project.write('task.md', 'Work.');
  const made = await project.swarm('create', 'odd', task, '--quiet');
  return [project, made.stdout.trim()];
}

test('an agent that told its result and does not leave is pushed out of a completed session', async () => {
  const [project, id] = await makeWithClaude({}, `trap '' TERM`, tell(EVENT.result), FOR_EVER);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', exit_code: null });
  expect((await project.swarm('result', id)).stdout).toBe('all done\n');
  expect(livingOf(project)).toEqual([]);
});

test('an agent that falls silent after the result of a tool is nudged, then given up', async () => {
  const [project, id] = await makeWithClaude(
    { silence: '1s' },
    tell(EVENT.tool),
    tell(EVENT.toolDone),
    FOR_EVER,
  );
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({
    reason: 'timeout',
    status_reason: expect.stringContaining('silent'),
  });
  expect((await project.swarm('events', id)).stdout).toContain('nudge');
  expect(livingOf(project)).toEqual([]);
});

test('an agent is not silent while one of several tools is still at work', async () => {
  const [project, id] = await makeWithClaude(
    { silence: '1s' },
    tell(EVENT.tool),
    tell(EVENT.tool),
    tell(EVENT.toolDone),
    'sleep 3',
    tell(EVENT.toolDone),
    tell(EVENT.result),
  );
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('events', id)).stdout).not.toContain('nudge');
});

test('a process that ignores the polite signal is killed after the grace', async () => {
  const [project, id] = await makeWithProgram(`trap '' TERM HUP INT`, 'echo up', FOR_EVER);
  await project.swarm('events', id, '--follow', '--until', 'heard');
  await project.swarm('kill', id, '--force');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', exit_code: null });
  expect(livingOf(project)).toEqual([]);
});

test('grandchildren that left for a session of their own are gone with their agent', async () => {
  const [project, id] = await makeWithProgram(
    `setsid sh -c 'trap "" TERM HUP; ${FOR_EVER}' > /dev/null 2>&1 < /dev/null &`,
    'echo started',
  );
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', exit_code: 0 });
  expect(livingOf(project)).toEqual([]);
});

test('input ends for an agent, and its output with it, though a child of it holds both open', async () => {
  const [project, id] = await makeWithProgram('sleep 1000 &', 'cat', 'echo; echo read');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('result', id)).stdout).toBe('Work.\nread\n');
  expect(livingOf(project)).toEqual([]);
});
