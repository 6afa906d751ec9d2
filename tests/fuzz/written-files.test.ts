import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toConfig } from '../../src/contract/config.ts';
import { resolveConfig } from '../../src/contract/config-layers.ts';
import { parseWorkflow } from '../../src/contract/parse-workflow.ts';
import { parsePersona } from '../../src/contract/persona.ts';
import { parsePlan } from '../../src/contract/plan/parse-plan.ts';
import { IMPORT_FORMATS } from '../../src/contract/queue.ts';
import { parseList } from '../../src/contract/queue-import/parse-list.ts';
import { UsageError } from '../../src/contract/usage-error.ts';
import { parseJsonText } from '../../src/runtime/config/json-text.ts';
import { keptInputs } from './kept.ts';
import { mutatedJson, mutatedText } from './mutated.ts';
import { runs } from './runs.ts';
import { type JsonSchema, valueOfSchema } from './schema-value.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const personas = readdirSync(new URL('agents/', ROOT))
  .filter((name) => !name.includes('.'))
  .map((name) => read(`agents/${name}/${name}-agent.md`));
const workflows = readdirSync(new URL('workflows/', ROOT)).map((name) => read(`workflows/${name}`));

test.each(['agents', 'claude'] as const)('a persona of %s is read, or refused with a line', (source) => {
  const property = fc.property(mutatedText(personas), (content) => {
    const persona = parsePersona(content, { name: 'p', file: 'p.md', source });
    if (!persona.ok)
      expect(persona.refusal).toMatchObject({ code: 'persona-broken', line: expect.any(Number) });
  });
  fc.assert(property, { ...runs(1_000), examples: [...keptInputs('personas')] as [string][] });
});

test('what a file says is never printed while it is read', () => {
  const warned: unknown[] = [];
  const emit = process.emitWarning;
  process.emitWarning = ((warning: unknown) => void warned.push(warning)) as typeof emit;
  parseWorkflow('{ \x1b[2J: 1 }: 2', { name: 'w', file: 'w.yaml' });
  parsePersona('---\nenv: { { a: 1 }: 2 }\n---\n', { name: 'p', file: 'p.md', source: 'agents' });
  process.emitWarning = emit;
  expect(warned).toEqual([]);
});

test('a workflow is read, or every problem has a line', () => {
  const property = fc.property(mutatedText(workflows), (content) => {
    const { workflow, problems } = parseWorkflow(content, { name: 'w', file: 'w.yaml' });
    expect(workflow !== null || problems.length > 0).toBe(true);
    expect(problems.every(({ line, problem }) => line >= 1 && problem !== '')).toBe(true);
  });
  fc.assert(property, { ...runs(600), examples: [...keptInputs('workflows')] as [string][] });
});

const plans = [read('examples/user-management/plan.yaml')];

test('a plan is read, or every problem has a line', () => {
  const property = fc.property(mutatedText(plans), (content) => {
    const { plan, problems } = parsePlan(content);
    expect(plan !== null || problems.length > 0).toBe(true);
    expect(problems.every(({ line, problem }) => line >= 1 && problem !== '')).toBe(true);
  });
  fc.assert(property, { ...runs(400), examples: [...keptInputs('plans')] as [string][] });
});

const schema = JSON.parse(read('schema/swarm.config.schema.json')) as JsonSchema;
const isSettled = (text: string): boolean => {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed.problem.line >= 1;
  try {
    toConfig(resolveConfig({ file: parsed.json, env: {}, flags: {} }).values);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return error.message !== '';
    throw error;
  }
};

test('a configuration is read, or refused as a mistake of its author', () => {
  const whole = fc.sample(valueOfSchema(schema), { numRuns: 20, seed: 7 });
  const texts = fc.oneof(
    valueOfSchema(schema).map((value) => JSON.stringify(value)),
    mutatedJson(whole).map((value) => JSON.stringify(value)),
    mutatedText(whole.map((value) => JSON.stringify(value, null, 2))),
  );
  const property = fc.property(texts, (text) => {
    expect(isSettled(text)).toBe(true);
  });
  fc.assert(property, { ...runs(800), examples: [...keptInputs('config')] as [string][] });
});

const lists = [
  '- [ ] one #api @nia (p1)\n- [x] two\n  needs: one\n',
  '[{"id":"a","title":"A","priority":1},{"id":"b","title":"B","needs":["a"]}]',
  '{"id":"bd-1","title":"A","status":"open","dependencies":[{"depends_on_id":"bd-2","type":"blocks"}]}\n',
  '[{"number":7,"title":"A","body":"b","labels":[{"name":"bug"}],"state":"OPEN"}]',
];

test.each(IMPORT_FORMATS)('a list in the format %s is read, or each problem has a line', (format) => {
  const property = fc.property(mutatedText(lists), (text) => {
    expect(parseList(text, format)).toBeDefined();
  });
  fc.assert(property, { ...runs(600), examples: [...keptInputs('lists')] as [string][] });
});
