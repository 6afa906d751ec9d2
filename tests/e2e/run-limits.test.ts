import { describe, expect, test } from 'vitest';
import { livingOf } from './living.ts';
import type { TestProject } from './project.ts';
import {
  APPROVED,
  ARTIFACT,
  awaitRun,
  CHANGES,
  FINDING,
  makeRunProject,
  promptsOf,
  questionOf,
  startRun,
  statusOfRun,
} from './runs.ts';

const NEVER_CONTENT = { reviewer: [CHANGES('the depth', 'measure again')] };

test('research that never satisfies its reviewer fails after as many rounds as it may have', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', NEVER_CONTENT);
  expect(await awaitRun(project, id)).toBe(2);
  expect(promptsOf(project, `${id}-researcher`)).toHaveLength(3);
  expect(await statusOfRun(project, id)).toMatchObject({
    state: 'failed',
    reason: '"research" was entered 3 times, which is the limit',
    approved: [],
    errors: [{ type: 'agent_error', role: null, recovered: false }],
  });
});

describe('development at its limit asks a person', () => {
  const atLimit = async (project: TestProject, answer: string): Promise<string> => {
    const scripts = { ...NEVER_CONTENT, developer: [ARTIFACT('a build')], 'reviewer 4': [APPROVED] };
    const id = await startRun(project, 'development', scripts);
    const question = await questionOf(project, id);
    expect(question).toMatchObject({ options: ['one more round', 'accept as it is', 'stop'] });
    expect(question.text).toContain('- the depth: measure again');
    expect((await project.swarm('answer', question.id, 'maybe')).code).toBe(1);
    expect((await project.swarm('answer', question.id, answer)).code).toBe(0);
    return id;
  };

  test('and one more round is one more', async () => {
    const project = await makeRunProject();
    const id = await atLimit(project, 'one more round');
    expect(await awaitRun(project, id)).toBe(0);
    expect(promptsOf(project, `${id}-developer`)).toHaveLength(4);
    expect(await statusOfRun(project, id)).toMatchObject({
      state: 'completed',
      reason: 'reviewer: review.approved',
    });
  });

  test('and what is accepted as it is counts', async () => {
    const project = await makeRunProject();
    const id = await atLimit(project, 'accept as it is');
    expect(await awaitRun(project, id)).toBe(0);
    const status = await statusOfRun(project, id);
    expect(status).toMatchObject({ state: 'completed', reason: 'accepted by a person as it is' });
    expect(promptsOf(project, `${id}-reviewer`)[2]).toContain(`[${status.approved[0]}]`);
  });

  test('and a person who stops there has a run that failed', async () => {
    const project = await makeRunProject();
    const id = await atLimit(project, 'stop');
    expect(await awaitRun(project, id)).toBe(2);
    expect(await statusOfRun(project, id)).toMatchObject({
      state: 'failed',
      reason: 'stopped by a person at the limit',
      approved: [],
    });
  });
});

test('a run that takes too long fails within its time, and its agents are killed', async () => {
  const project = await makeRunProject({ timeouts: { grace: '5m' } });
  const id = await startRun(project, 'research --timeout 2s', { researcher: ['silent'] });
  expect(await awaitRun(project, id)).toBe(2);
  expect(await statusOfRun(project, id)).toMatchObject({
    state: 'failed',
    reason: 'the time of the run is used up',
    errors: [{ type: 'timeout', recovered: false }],
    agents_gone_by: null,
  });
  expect(await project.json('status', `${id}-researcher`)).toMatchObject({
    status: 'KILLED',
    reason: 'timeout',
  });
  expect(livingOf(project)).toEqual([]);
});

test('time in which a role waits for a person is not taken from its run', async () => {
  const project = await makeRunProject();
  const asking = { researcher: ['ask: How long is the rope?', FINDING('ten metres')] };
  const id = await startRun(project, 'research --timeout 3s', asking);
  const question = await questionOf(project, id);
  const other = await startRun(project, 'research', { researcher: ['sleep: 4s', FINDING('ten metres')] });
  expect(await awaitRun(project, other)).toBe(0);
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'running' });
  await project.swarm('answer', question.id, 'ten');
  expect(await awaitRun(project, id)).toBe(0);
});
