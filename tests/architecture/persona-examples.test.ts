import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePlan } from '../../src/contract/plan/parse-plan.ts';
import { checkPlan } from '../../src/domain/plan/check/check-plan.ts';
import { SOUND_FACTS } from '../samples/sound-plan.ts';

const agents = join(import.meta.dirname, '../../agents');
const textOf = (name: string): string => readFileSync(join(agents, name, `${name}-agent.md`), 'utf8');
const fences = (text: string, kind: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

const HEAD = `
name: example
goal: People can sign up
escalation: [workflow_architect, user]
agents:
  database_agent: { persona: developer }
  database_verifier: { persona: verifier }
`;

test('the example of the architect is a plan without findings, once it has a name and a roster', () => {
  const [example = ''] = fences(textOf('workflow-architect'), 'yaml');
  const { plan, problems } = parsePlan(`${HEAD}${example}`);
  expect(problems).toEqual([]);
  expect(plan && checkPlan(plan, SOUND_FACTS)).toEqual([]);
});

test('what the examples of personas show as JSON is JSON', () => {
  const names = readdirSync(agents, { withFileTypes: true }).filter((one) => one.isDirectory());
  const examples = names.flatMap(({ name }) => fences(textOf(name), 'json'));
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) expect(() => JSON.parse(example), example).not.toThrow();
});
