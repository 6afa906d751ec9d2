import { expect, test } from 'vitest';
import { WorkflowError } from './error.ts';
import { defineWorkflow } from './workflow.ts';

const SOUND = {
  name: 'mine',
  entry: 'work',
  roles: { worker: { persona: 'developer' } },
  stages: { work: { role: 'worker', task: 'Do {goal}', on: { result: { finish: true } } } },
} as const;

function problemsOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof WorkflowError) return error.problems;
  }
  return [];
}

test('a sound workflow can be handed on, and later changes of its parts do not reach it', () => {
  const roles = { worker: { persona: 'developer' } };
  const defined = defineWorkflow({ ...SOUND, roles });
  roles.worker.persona = 'somebody else';
  expect(defined).toMatchObject({
    name: 'mine',
    definition: { roles: { worker: { persona: 'developer' } } },
  });
});

test('everything that is wrong is listed with its key, and no file', () => {
  const problems = problemsOf(() =>
    defineWorkflow({
      ...SOUND,
      // @ts-expect-error the stage has another name
      entry: 'wrok',
      stages: {
        work: {
          // @ts-expect-error the role has another name
          role: 'wroker',
          task: 'Do {gaol}',
          on: { result: { finish: true } },
        },
      },
    }),
  );
  expect(problems).toEqual([
    'entry: unknown stage "wrok"; did you mean "work"?',
    'stages.work.role: unknown role "wroker"; did you mean "worker"?',
    'roles.worker: no stage has the role "worker"',
    expect.stringContaining('stages.work.task: unknown placeholder "gaol"; did you mean "goal"?'),
  ]);
});

test('an unknown key is named with the nearest', () => {
  // @ts-expect-error there is no such key
  expect(problemsOf(() => defineWorkflow({ ...SOUND, itertions: 3 }))).toEqual([
    'itertions: unknown key; did you mean "iterations"?',
  ]);
});

test('a workflow needs a name that can be part of others', () => {
  expect(problemsOf(() => defineWorkflow({ ...SOUND, name: '../x' }))).toEqual([
    'name: expected letters, digits, "-" and "_"',
  ]);
});
