import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attemptsOf, livingOf } from './living.ts';
import { statusOf, type TestProject } from './project.ts';
import {
  ARTIFACT,
  awaitEvent,
  awaitRun,
  BLOCKED,
  FINDING,
  makeRunProject,
  openGate,
  outcomeOf,
  promptsOf,
  questionOf,
  startRun,
  statusOfRun,
  waitAt,
} from './runs.ts';

const QUICK = { failures: { backoffCap: '100ms' } };

test('an agent that dies is started again in its conversation, and the run does not notice', async () => {
  const project = await makeRunProject(QUICK);
  const id = await startRun(project, 'research', {
    researcher: ['say: begun', 'crash: SIGKILL', FINDING('ten metres')],
  });
  expect(await awaitRun(project, id)).toBe(0);
  expect(await statusOf(project, `${id}-researcher`)).toMatchObject({ attempt: 2, status: 'COMPLETED' });
  const conversations = attemptsOf(project, `${id}-researcher`).map(({ conversation }) => conversation);
  expect(new Set(conversations).size).toBe(1);
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'completed', errors: [], messages: 2 });
});

test('research fails when its researcher is lost for good, and says why', async () => {
  const project = await makeRunProject({ ...QUICK, retries: 1 });
  const id = await startRun(project, 'research', { researcher: ['exit: 3', 'exit: 3', 'exit: 3'] });
  expect(await awaitRun(project, id)).toBe(2);
  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({
    state: 'failed',
    errors: [{ type: 'agent_error', role: 'researcher', recovered: false }],
  });
  expect(status.reason).toMatch(/^researcher is lost: failed, /);
  expect(livingOf(project)).toEqual([]);
});

test('research that fails while a person is asked takes its question back', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', { reviewer: [BLOCKED('the rope', 'too short?')] });
  const question = await questionOf(project, id);
  await project.swarm('kill', 'researcher', '--force');
  expect(await awaitRun(project, id)).toBe(2);
  expect(await project.json('questions')).toEqual({ questions: [] });
  expect((await project.swarm('answer', question.id, 'late')).code).toBe(1);
});

describe('development that loses its developer asks a person', () => {
  const lose = async (project: TestProject): Promise<{ id: string; question: string }> => {
    const id = await startRun(project, 'development', {
      developer: [
        'run: "[ -e half.txt ] || { echo half > half.txt; kill -KILL $PPID; }"',
        'run: "cat half.txt half.txt > whole.txt"',
        ARTIFACT('built'),
      ],
    });
    const question = await questionOf(project, id);
    expect(question.options).toEqual(['start it again', 'go on without it', 'stop']);
    return { id, question: question.id };
  };

  test('and starts it again in the same workspace, with the uncommitted work in it', async () => {
    const project = await makeRunProject({ ...QUICK, retries: 0 });
    const { id, question } = await lose(project);
    expect(await project.json('clean', '--yes')).toMatchObject({ released_workspaces: [] });
    await project.swarm('answer', question, 'start it again');
    expect(await awaitRun(project, id)).toBe(0);
    const { roles, state, errors } = await statusOfRun(project, id);
    expect({ state, errors }).toMatchObject({ state: 'completed', errors: [{ recovered: true }] });
    const developers = roles.filter(({ role }) => role === 'developer');
    expect(developers.map(({ session_id, state: end }) => [session_id, end])).toEqual([
      [`${id}-developer`, 'failed'],
      [`${id}-developer-2`, 'completed'],
    ]);
    expect(developers[1]?.worktree).toBe(developers[0]?.worktree);
    expect(existsSync(join(developers[1]?.worktree ?? '', 'whole.txt'))).toBe(true);
    expect(promptsOf(project, `${id}-developer-2`)[0]).toContain('Build this: How deep is the well?');
  });

  test('and a person who stops there has a run that failed', async () => {
    const project = await makeRunProject({ ...QUICK, retries: 0 });
    const { id, question } = await lose(project);
    await project.swarm('answer', question, 'stop');
    expect(await awaitRun(project, id)).toBe(2);
    expect((await statusOfRun(project, id)).reason).toBe('developer is lost; stopped by a person');
  });
});

test('without its architect, who is optional, development goes on and says that it is degraded', async () => {
  const project = await makeRunProject({ ...QUICK, retries: 0 });
  const id = await startRun(project, 'development', { architect: ['exit: 3'] });
  expect(await awaitRun(project, id)).toBe(0);
  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({
    state: 'completed',
    errors: [{ type: 'agent_error', role: 'architect', recovered: true }],
  });
  expect(status.warnings).toEqual([expect.stringMatching(/^architect is lost.*the run goes on without it$/)]);
  expect((await project.swarm('status', id)).stdout).toContain('Degraded: architect is lost');
  expect(outcomeOf(project, id).result).toMatchObject({ success: true, degraded: true });
});

test('a role that a person kills is lost like any other', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'architecture', {
    architect: [waitAt(project, 'design'), ARTIFACT('a stone well')],
  });
  await awaitEvent(project, 'architect', 'turn-see');
  expect((await project.swarm('kill', 'architect', '--force', '--reason', 'too slow')).code).toBe(0);
  const question = await questionOf(project, id);
  expect(question.text).toContain('architect is lost: killed, too slow');
  openGate(project, 'design');
  await project.swarm('answer', question.id, 'start it again');
  expect(await awaitRun(project, id)).toBe(0);
});

test('a reviewer that is lost before its stage is asked about, and is there for it', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'development', {
    architect: [waitAt(project, 'design'), ARTIFACT('a stone well')],
  });
  await awaitEvent(project, 'architect', 'turn-see');
  await project.swarm('kill', 'reviewer', '--force');
  const question = await questionOf(project, id);
  openGate(project, 'design');
  await project.swarm('answer', question.id, 'start it again');
  expect(await awaitRun(project, id)).toBe(0);
  expect((await statusOfRun(project, id)).roles.map(({ session_id }) => session_id)).toContain(
    `${id}-reviewer-2`,
  );
});

test('a role that says nothing useful is reminded twice, then it is lost', async () => {
  const project = await makeRunProject();
  project.write('agents/mute/mute-agent.md', '---\ncommand: ["true"]\n---\nSays nothing.\n');
  const id = await startRun(project, 'research --set reviewer.persona=mute');
  expect(await awaitRun(project, id)).toBe(2);
  const status = await statusOfRun(project, id);
  expect(status.reason).toBe('reviewer is lost: it said nothing that its stage needs');
  expect(status.errors).toMatchObject([{ type: 'agent_error', role: 'reviewer', recovered: false }]);
});
