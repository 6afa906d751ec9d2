import { expect, test } from 'vitest';
import { aWorkflow } from '../../../tests/samples/workflow.ts';
import { checkPersonas, checkWorkflow } from './check.ts';
import type { Stage, Workflow } from './workflow.ts';

const problems = (workflow: Workflow): readonly string[] =>
  checkWorkflow(workflow).map(({ path, problem }) => `${path.join('.')}: ${problem}`);

const [research, verification] = aWorkflow().stages as readonly [Stage, Stage];
const withStages = (...stages: Stage[]): Workflow => aWorkflow({ stages });

test('a sound workflow has no problems', () => {
  expect(problems(aWorkflow())).toEqual([]);
});

test('an unknown entry, role and stage are named with the nearest name', () => {
  expect(problems(aWorkflow({ entry: 'reserch' }))).toEqual([
    'entry: unknown stage "reserch"; did you mean "research"?',
  ]);
  expect(problems(withStages({ ...research, role: 'researchr' }, verification))).toEqual([
    'stages.research.role: unknown role "researchr"; did you mean "researcher"?',
    'roles.researcher: no stage has the role "researcher"',
  ]);
  const lost: Stage = { ...research, on: [{ on: 'finding', move: { is: 'go', stage: 'verificaton' } }] };
  expect(problems(withStages(lost, verification))).toContain(
    'stages.research.on.finding.go: unknown stage "verificaton"; did you mean "verification"?',
  );
});

test('a stage that nothing leads to, and one that leads nowhere, are problems', () => {
  const island: Stage = { ...verification, name: 'island' };
  expect(problems(withStages(research, verification, island))).toEqual([
    'stages.island: no way leads to this stage',
  ]);
  const trap: Stage = { ...verification, on: [] };
  expect(problems(withStages(research, trap))).toEqual([
    'stages.research: no way leads from this stage to "finish: true"',
    'stages.verification: no way leads from this stage to "finish: true"',
  ]);
});

test('what goes round needs a limit', () => {
  expect(problems(aWorkflow({ iterations: null }))).toEqual([
    'stages.research: research → verification → research goes round without a limit; add "iterations: 3"',
  ]);
  const straight: Stage = { ...verification, on: [{ on: 'review', move: { is: 'finish' } }] };
  expect(problems({ ...withStages(research, straight), iterations: null })).toEqual([]);
});

test('a word in braces that is no placeholder is a problem; in double braces it is itself', () => {
  expect(problems(withStages({ ...research, task: '{gaol} {feedback}' }, verification))).toEqual([
    'stages.research.task: unknown placeholder "gaol"; did you mean "goal"?' +
      ' ({{gaol}} stands for the word itself)',
  ]);
  expect(problems(withStages({ ...research, task: '{{gaol}} {"a": 1} {feedback}' }, verification))).toEqual(
    [],
  );
});

test('work that is sent back must be told what was wrong', () => {
  expect(problems(withStages({ ...research, task: 'Find out: {goal}' }, verification))).toEqual([
    'stages.research.task: "verification" sends work back here,' +
      ' but the task has neither {feedback} nor {input}',
  ]);
});

test('an optional role needs a way past each of its stages', () => {
  const roles = aWorkflow().roles.map((role) => ({ ...role, isOptional: true }));
  expect(problems(aWorkflow({ roles }))).toEqual([]);
  const only: Stage = {
    ...verification,
    on: [
      { on: 'review.changes', move: { is: 'go', stage: 'research' } },
      { on: 'review.blocked', move: { is: 'ask', text: 'x', stage: 'last' } },
    ],
  };
  const last: Stage = { ...research, name: 'last', on: [{ on: 'result', move: { is: 'finish' } }] };
  expect(problems({ ...withStages(research, only, last), roles })).toEqual([
    'stages.verification: "reviewer" is optional, but without it no transition of this stage leads on',
  ]);
});

test('a missing persona is named with the nearest one', () => {
  expect(checkPersonas(aWorkflow(), ['researcher', 'reviewers'])).toEqual([
    { path: ['roles', 'reviewer', 'persona'], problem: expect.stringContaining('did you mean "reviewers"?') },
  ]);
});
