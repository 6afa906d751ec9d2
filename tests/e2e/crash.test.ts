import { expect, test } from 'vitest';
import { attemptsOf } from './living.ts';
import { create, makeProject, statusOf, supervisorPid } from './project.ts';

test('three agents at work outlive their supervisor, and each ends as it should', async () => {
  const project = await makeProject();
  const good = await create(project, ['sleep: 2s', 'result: {good: true}']);
  const bad = await create(project, ['sleep: 2s', 'exit: 4']);
  const slow = await create(project, ['sleep: 4s', 'say: slow']);
  await project.swarm('events', slow, '--follow', '--until', 'heard');

  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('wait', good, '--timeout', '30s')).code).toBe(0);
  expect((await project.swarm('wait', bad, '--timeout', '30s')).code).toBe(2);
  expect((await project.swarm('wait', slow, '--timeout', '30s')).code).toBe(0);
  expect(await statusOf(project, slow)).toMatchObject({ attempt: 1, status: 'COMPLETED' });
});

test('when tmux dies, a session goes on as attempt 2 of its conversation and loses no retry', async () => {
  const project = await makeProject({ retries: 0 });
  const id = await create(project, ['say: before', 'sleep: 2s', 'say: after']);
  await project.swarm('events', id, '--follow', '--until', 'turn-see');

  process.kill(Number(project.tmux('display-message', '-p', '#{pid}')), 'SIGKILL');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2, status: 'COMPLETED' });
  const conversations = new Set(attemptsOf(project, id).map(({ conversation }) => conversation));
  expect(conversations.size).toBe(1);
});

test('a pane that a person closes kills the session and nothing else', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: up', 'silent']);
  const other = await create(project, ['sleep: 1s']);
  await project.swarm('events', id, '--follow', '--until', 'turn-see');

  project.tmux('kill-session', '-t', `=swarm-${id}`);
  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'asked' });
  expect((await project.swarm('wait', other, '--timeout', '30s')).code).toBe(0);
});
