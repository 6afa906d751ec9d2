import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingOf } from './living.ts';
import { create } from './project.ts';
import {
  awaitEvent,
  awaitRun,
  BLOCKED,
  makeRunProject,
  outcomeOf,
  questionOf,
  startRun,
  statusOfRun,
  waitAt,
} from './runs.ts';

const QUICK = { timeouts: { grace: '500ms' } };

test('stop ends a run in good order, and what its roles wrote stays', async () => {
  const project = await makeRunProject(QUICK);
  const id = await startRun(project, 'research', {
    researcher: ['write: {path: notes.md, text: half}', waitAt(project, 'never')],
  });
  await awaitEvent(project, 'researcher', 'turn-see');
  const stopped = await project.swarm('stop', id, '--reason', 'wrong well');
  expect([stopped.code, stopped.stdout]).toEqual([0, `✅ Run ${id} is cancelled\n`]);
  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({ state: 'cancelled', reason: 'wrong well', errors: [] });
  expect(existsSync(join(status.roles[0]?.worktree ?? '', 'notes.md'))).toBe(true);
  expect(outcomeOf(project, id).result).toMatchObject({ status: 'cancelled', success: false });
  expect(livingOf(project)).toEqual([]);
  expect(await awaitRun(project, id)).toBe(2);
  expect((await project.swarm('stop', id)).stdout).toContain('was over already');
});

test('kill ends a run and its agents at once', async () => {
  const project = await makeRunProject(QUICK);
  const id = await startRun(project, 'development', { architect: [waitAt(project, 'never')] });
  await awaitEvent(project, 'architect', 'turn-see');
  expect((await project.swarm('kill', id)).code).toBe(1);
  expect((await project.swarm('kill', id, '--force')).stdout).toBe(`✅ Run killed: ${id}\n`);
  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({ state: 'cancelled', errors: [] });
  expect(status.roles.map(({ state }) => state)).toEqual(['killed', 'killed', 'killed']);
  expect(livingOf(project)).toEqual([]);
  expect((await project.swarm('kill', id, '--force')).stdout).toContain('was over already');
});

test('a question of a run that is stopped waits for no person any more', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', { reviewer: [BLOCKED('the rope', 'too short?')] });
  const question = await questionOf(project, id);
  expect((await project.swarm('stop')).code).toBe(0);
  expect((await project.swarm('stop')).stderr).toContain('No run is live');
  expect(await project.json('questions')).toEqual({ questions: [] });
  expect((await project.swarm('answer', question.id, 'late')).code).toBe(1);
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'cancelled' });
});

test('a question of a role goes with the run that is killed', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', { researcher: ['ask: How long is the rope?'] });
  await questionOf(project, id);
  expect((await project.swarm('kill', id, '--force')).code).toBe(0);
  expect(await project.json('questions')).toEqual({ questions: [] });
});

test('a run that waits for its first slot can be stopped', async () => {
  const project = await makeRunProject({ limits: { sessions: 1 } });
  const other = await create(project, [waitAt(project, 'never')]);
  await awaitEvent(project, other, 'turn-see');
  const id = await startRun(project, 'research');
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'starting' });
  expect((await project.swarm('stop', id)).code).toBe(0);
  expect(await statusOfRun(project, id)).toMatchObject({
    state: 'cancelled',
    roles: [{ state: 'killed' }, { state: 'killed' }],
  });
});
