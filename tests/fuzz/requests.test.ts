import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERBS, type VerbName } from '../../src/app/verbs.ts';
import { loadVerb } from '../../src/main/ask.ts';
import { mutatedJson } from './mutated.ts';
import { runs } from './runs.ts';
import { type JsonSchema, valueOfSchema } from './schema-value.ts';

const PUBLISHED = new URL('../../schema/verbs/', import.meta.url);

const inputSchemaOf = (name: string): JsonSchema =>
  JSON.parse(readFileSync(new URL(`${name}.json`, PUBLISHED), 'utf8')).input;

test('every verb has a published schema', () => {
  const names = readdirSync(PUBLISHED).map((file) => file.replace('.json', ''));
  expect(names.sort()).toEqual(Object.keys(VERBS).sort());
});

test.each(Object.keys(VERBS) as VerbName[])('%s takes its input or says where it is wrong', async (name) => {
  const { input } = await loadVerb(name);
  const fitting = valueOfSchema(inputSchemaOf(name));
  const seeds = fc.sample(fitting, { numRuns: 10, seed: 3 });
  const property = fc.property(fc.oneof(fitting, mutatedJson(seeds)), (value) => {
    const parsed = input.safeParse(value);
    if (!parsed.success) expect(parsed.error.issues.length).toBeGreaterThan(0);
  });
  fc.assert(property, runs(100));
});
