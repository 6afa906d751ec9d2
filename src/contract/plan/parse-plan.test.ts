import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPlan } from '../../domain/plan/check/check-plan.ts';
import { parsePlan } from './parse-plan.ts';

const EXAMPLE = readFileSync(new URL('../../../examples/user-management/plan.yaml', import.meta.url), 'utf8');
const FACTS = {
  personas: ['developer', 'verifier'],
  absentFiles: new Set<string>(),
  limitMs: null,
  taskMs: 1_800_000,
};

const lineIn = (text: string, part: string): number =>
  text.split('\n').findIndex((line) => line.includes(part)) + 1;

test('the example of the docs is read whole and is sound', () => {
  const { plan, problems } = parsePlan(EXAMPLE);
  expect(problems).toEqual([]);
  expect(plan?.tasks.map(({ id, timeoutMs, retries }) => [id, timeoutMs, retries])).toEqual([
    ['create_user_table_1727539200', 1_800_000, 3],
    ['api_endpoint_design_1727539284', 1_800_000, null],
    ['sign_up_form_1727539300', 2_700_000, null],
  ]);
  expect(plan && checkPlan(plan, FACTS)).toEqual([]);
});

test('a finding leads to the line of its key, also inside of lists', () => {
  const { plan, lineOf } = parsePlan(
    EXAMPLE.replace('task_output/tables.md }\n    outputs', 'task_output/table.md }\n    outputs'),
  );
  const [finding] = plan ? checkPlan(plan, FACTS) : [];
  expect(finding).toMatchObject({
    rule: 'file-without-writer',
    advice: expect.stringContaining('tables.md'),
  });
  expect(lineOf(finding?.path ?? [])).toBe(
    lineIn(EXAMPLE, '- { path: agents/database_agent/task_output/tables.md }'),
  );
});

const BROKEN: readonly (readonly [name: string, text: string, problem: string, line: number])[] = [
  ['nothing', ' \n', 'the file is empty', 1],
  ['no text', 'a\0b', 'the file is not text', 1],
  ['no map', '- a\n', 'expected lines of "key: value"', 1],
  ['an alias to nowhere', 'name: x\ngoal: *nowhere\n', 'aliases ("*name") are not taken', 2],
  ['an alias', 'name: &a x\ngoal: *a\n', 'aliases ("*name") are not taken', 2],
  [
    'a key twice',
    EXAMPLE.replace('    retries: 3', '    retries: 3\n    retries: 4'),
    'Map keys must be unique',
    lineIn(EXAMPLE, 'retries: 3') + 1,
  ],
  [
    'a misspelled key of a task',
    EXAMPLE.replace('    verifier: api_verifier', '    verifer: api_verifier'),
    'unknown key; did you mean "verifier"?',
    lineIn(EXAMPLE, 'verifier: api_verifier'),
  ],
  [
    'a role that leads out',
    EXAMPLE.replace('  api_agent:', '  ../api:'),
    'a role is at most 32',
    lineIn(EXAMPLE, '  api_agent:'),
  ],
  [
    'a role of Swarm',
    EXAMPLE.replace('  api_agent:', '  user:'),
    'is taken by Swarm itself',
    lineIn(EXAMPLE, '  api_agent:'),
  ],
  [
    'a bad time',
    EXAMPLE.replace('timeout: 45m', 'timeout: soon'),
    'expected a duration',
    lineIn(EXAMPLE, 'timeout: 45m'),
  ],
];

test.each(BROKEN)('%s is refused with its line', (...[, text, problem, line]) => {
  const { plan, problems } = parsePlan(text);
  expect(plan).toBeNull();
  expect(problems[0]).toMatchObject({ line, problem: expect.stringContaining(problem) });
});
