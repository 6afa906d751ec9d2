import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkPersonas } from '../domain/workflow/check.ts';
import { parseWorkflow } from './parse-workflow.ts';

const GOOD = `name: small
description: Small
entry: work
timeout: 5m
roles:
  worker: { persona: developer, workspace: true }
  judge:
    persona: reviewer
stages:
  work:
    role: worker
    task: "Do {goal}"
    on:
      artifact: { go: look }
  look:
    role: judge
    task: "Look at {input}"
    on:
      review.approved: { finish: true }
      review.blocked: { ask: "Well?" }
`;

const read = (text: string) => parseWorkflow(text, { name: 'small', file: 'small.yaml' });
const problems = (text: string) => read(text).problems.map(({ line, problem }) => `${line}: ${problem}`);

test('a file becomes a definition, with what it leaves out filled in', () => {
  expect(read(GOOD)).toMatchObject({
    problems: [],
    workflow: {
      name: 'small',
      entry: 'work',
      iterations: null,
      timeoutMs: 300_000,
      failure: 'fail',
      roles: [
        { name: 'worker', persona: 'developer', hasWorkspace: true, isOptional: false },
        { name: 'judge', persona: 'reviewer', hasWorkspace: false, isOptional: false },
      ],
      stages: [
        { name: 'work', on: [{ on: 'artifact', move: { is: 'go', stage: 'look' } }] },
        {
          name: 'look',
          on: [{ move: { is: 'finish' } }, { move: { is: 'ask', text: 'Well?', stage: null } }],
        },
      ],
    },
  });
});

const CASES: readonly [claim: string, from: string, to: string, problem: string][] = [
  ['an unknown key', 'timeout: 5m', 'timeuot: 5m', '4: timeuot: unknown key; did you mean "timeout"?'],
  [
    'an unknown key of a stage',
    'task: "Do',
    'tasks: "Do',
    '12: stages.work.tasks: unknown key; did you mean "task"?',
  ],
  ['a missing key', 'entry: work\n', '', '1: "entry" is missing'],
  ['a missing key of a stage', '    role: judge\n', '', '15: stages.look: "role" is missing'],
  ['a wrong duration', 'timeout: 5m', 'timeout: soon', '4: timeout: expected a duration'],
  [
    'a word for a truth',
    'workspace: true',
    'workspace: sure',
    '6: roles.worker.workspace: expected a boolean, found "sure"',
  ],
  [
    'an unknown trigger',
    'artifact:',
    'artefact:',
    '14: stages.work.on.artefact: unknown key; did you mean "artifact"?',
  ],
  ['a trigger that only informs', 'artifact:', 'status:', '14: stages.work.on.status: unknown key'],
  [
    'two moves at once',
    'finish: true',
    'finish: true, go: work',
    '19: stages.look.on.review.approved: expected one of "go',
  ],
  ['a name with a space', '  judge:', '  the judge:', '7: roles.the judge: a name is at most'],
  ['the name of the person', '  judge:', '  person:', '7: roles.person: "person" is the one at the keyboard'],
  ['a stage that is not there', 'go: look', 'go: lok', '14: stages.work.on.artifact.go: unknown stage "lok"'],
  ['another name than its file', 'name: small', 'name: tall', '1: name: the file is called "small"'],
  ['a key twice', 'entry: work', 'entry: work\nentry: look', '4: not valid YAML'],
  ['an alias', 'task: "Do {goal}"', 'task: *x', '12: '],
];

test.each(CASES)('%s is told with its line', (...[, from, to, problem]) => {
  expect(GOOD).toContain(from);
  expect(problems(GOOD.replace(from, to))[0]).toContain(problem);
});

test('what is no workflow at all is told in one line', () => {
  expect(problems(' \n')).toEqual(['1: the file is empty']);
  expect(problems('a\0b')).toEqual(['1: the file is not text']);
  expect(problems('- a\n- b\n')).toEqual(['1: expected lines of "key: value"']);
  expect(problems('{}').length).toBeGreaterThan(0);
});

test('several problems are told together', () => {
  const text = GOOD.replace('timeout: 5m', 'timeuot: 5m').replace('persona: reviewer', 'persnoa: reviewer');
  expect(problems(text).length).toBeGreaterThanOrEqual(2);
});

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test.each(['research', 'development', 'architecture'])('the shipped workflow %s is sound', (name) => {
  const file = `${folder('workflows')}/${name}.yaml`;
  const { workflow, problems: found } = parseWorkflow(readFileSync(file, 'utf8'), { name, file });
  expect(found).toEqual([]);
  expect(workflow && checkPersonas(workflow, readdirSync(folder('agents')))).toEqual([]);
});
