import { expect, test } from 'vitest';
import { awaitRun, FINDING, makeRunProject, promptsOf, questionOf, startRun, statusOfRun } from './runs.ts';

test('the roles of a run share its budget, and a person may raise it', async () => {
  const project = await makeRunProject({ budget: { runUsd: 0.5 } });
  const id = await startRun(project, 'research', { researcher: ['cost: 0.60', FINDING('ten metres')] });
  const question = await questionOf(project, id);
  expect(question).toMatchObject({ kind: 'budget', options: ['+0.7', 'stop'] });
  expect(question.text).toContain(`The budget of the run ${id} is used up ($0.60 of $0.50)`);
  expect(await statusOfRun(project, id)).toMatchObject({
    state: 'running',
    questions: [{ id: question.id }],
    roles: [{ role: 'researcher', state: 'waiting' }, {}],
  });
  await project.swarm('answer', question.id, '+2');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-reviewer`)[0]).toContain('ten metres');
});

test('a person who will not pay more loses the role, and with it research', async () => {
  const project = await makeRunProject({ budget: { runUsd: 0.5 } });
  const id = await startRun(project, 'research', { researcher: ['cost: 0.60', FINDING('ten metres')] });
  await project.swarm('answer', (await questionOf(project, id)).id, 'stop');
  expect(await awaitRun(project, id)).toBe(2);
  expect((await statusOfRun(project, id)).reason).toContain('researcher is lost: killed');
});

test('one slot is enough for a run of three', async () => {
  const project = await makeRunProject({ limits: { sessions: 1 } });
  const id = await startRun(project, 'development');
  expect(await awaitRun(project, id)).toBe(0);
});

test('a workflow with more roles than a run may have is not begun', async () => {
  const project = await makeRunProject({ limits: { agentsPerRun: 2 } });
  const ran = await project.swarm('start', 'development', 'a well', '--json');
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, { error: { code: 'too-many-roles' } }]);
  expect(await project.json('runs')).toEqual({ runs: [] });
  expect(await awaitRun(project, await startRun(project, 'research'))).toBe(0);
});
