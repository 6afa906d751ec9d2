import { describe, expect, test } from 'vitest';
import { livingOf } from './living.ts';
import {
  APPROVED,
  ARTIFACT,
  awaitRun,
  BLOCKED,
  CHANGES,
  FINDING,
  makeRunProject,
  outcomeOf,
  promptsOf,
  questionOf,
  startRun,
  statusOfRun,
} from './runs.ts';

const STAGES: Readonly<Record<string, readonly string[]>> = {
  research: ['research', 'verification'],
  development: ['design', 'development', 'review'],
  architecture: ['design', 'review'],
};

describe.each(Object.entries(STAGES))('%s', (workflow, stages) => {
  test('approved at once, it passes each stage once and leaves no process behind', async () => {
    const project = await makeRunProject();
    const id = await startRun(project, workflow);
    expect(await awaitRun(project, id)).toBe(0);
    const status = await statusOfRun(project, id);
    expect(status).toMatchObject({ state: 'completed', progress: 100, round: stages.length, errors: [] });
    expect(status.messages).toBe(stages.length);
    expect(status.roles.map(({ state }) => state)).toEqual(stages.map(() => 'completed'));
    expect(livingOf(project)).toEqual([]);
  });
});

const idIn = (prompt: string | undefined): string => /\[(m-\w+)\]/.exec(prompt ?? '')?.[1] ?? '';

test('after two rounds of changes only what the last review saw is approved', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    'researcher 1': [FINDING('ten metres')],
    'researcher 2': [FINDING('twelve metres')],
    'researcher 3': [FINDING('thirteen metres')],
    'reviewer 1': [CHANGES('the rope', 'it was wet')],
    'reviewer 2': [CHANGES('the scale', 'it was in feet')],
    'reviewer 3': [APPROVED],
  });
  expect(await awaitRun(project, id)).toBe(0);

  const tasks = promptsOf(project, `${id}-researcher`);
  expect(tasks).toHaveLength(3);
  expect(tasks[0]).not.toContain('- the rope: it was wet');
  expect(tasks[1]).toContain('- the rope: it was wet');
  expect(tasks[2]).toContain('- the scale: it was in feet');
  expect(tasks[2]).not.toContain('- the rope: it was wet');
  const reviews = promptsOf(project, `${id}-reviewer`);
  expect(reviews.map((text) => /(\w+) metres\n/.exec(text)?.[1])).toEqual(['ten', 'twelve', 'thirteen']);

  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({ state: 'completed', round: 6, errors: [] });
  expect(status.approved).toEqual([idIn(reviews[2])]);
  const { summary, result } = outcomeOf(project, id);
  expect(result.findings.map(({ body }) => body)).toEqual(['thirteen metres']);
  expect(result.reviews.map(({ findings }) => findings.map(({ about }) => about))).toEqual([
    ['the rope'],
    ['the scale'],
    [],
  ]);
  expect(summary).toContain('thirteen metres');
  expect(summary).not.toMatch(/ten metres|twelve metres/);
});

test('a developer who is sent back hears why, and the design is made once', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'development', {
    'architect 1': [ARTIFACT('a stone well')],
    'developer 1': [ARTIFACT('first build')],
    'developer 2': [ARTIFACT('second build')],
    'developer 3': [ARTIFACT('third build')],
    'reviewer 1': [CHANGES('notes.md', 'no test')],
    'reviewer 2': [CHANGES('notes.md', 'no name')],
    'reviewer 3': [APPROVED],
  });
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-architect`)).toHaveLength(1);
  const tasks = promptsOf(project, `${id}-developer`);
  expect(tasks[0]).toContain('a stone well');
  expect([tasks[1], tasks[2]]).toEqual([
    expect.stringContaining('- notes.md: no test'),
    expect.stringContaining('- notes.md: no name'),
  ]);
  const status = await statusOfRun(project, id);
  expect(status.approved).toEqual([idIn(promptsOf(project, `${id}-reviewer`)[2])]);
});

test('when a reviewer is blocked a person is asked, and the answer leads on', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'architecture', {
    'reviewer 1': [BLOCKED('the wall', 'stone or wood?')],
  });
  const question = await questionOf(project, id);
  expect(question.text).toContain('stone or wood?');
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'waiting', questions: [{ state: 'open' }] });
  expect((await project.swarm('questions')).stdout).toContain(`run ${id}`);
  await project.swarm('answer', question.id, 'wood');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-architect`)[1]).toContain('The answer: wood');
});
