import { expect, test } from 'vitest';
import { checkSchema, checkValue } from './json-schema.ts';

const VERDICT = JSON.stringify({
  type: 'object',
  required: ['verdict'],
  properties: {
    verdict: { enum: ['approved', 'changes'] },
    findings: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
});

test('a value that fits has no errors', () => {
  expect(checkValue(VERDICT, { verdict: 'changes', findings: ['a'] })).toEqual([]);
});

test('everything that does not fit is told at once, with its place', () => {
  expect(checkValue(VERDICT, { verdict: 'maybe', findings: ['a', 2], extra: 1 })).toEqual([
    'the result must NOT have additional properties: "extra"',
    '/verdict must be equal to one of the allowed values: ["approved","changes"]',
    '/findings/1 must be string',
  ]);
  expect(checkValue(VERDICT, {})).toEqual(["the result must have required property 'verdict'"]);
});

test('a property may be demanded without being described, alone or by several parts', () => {
  expect(checkValue('{"allOf":[{"required":["a"]},{"required":["b"]}]}', { a: 1 })).toHaveLength(1);
  expect(checkValue('{"const":{"a":1}}', { a: 1 })).toEqual([]);
});

test('a good schema is accepted, also of an older dialect', () => {
  expect(checkSchema(VERDICT)).toBeNull();
  const older = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string', format: 'email' };
  expect(checkSchema(JSON.stringify(older))).toBeNull();
});

test.each([
  ['{"type": "object",}', '1:19', 'a name in double quotes is expected'],
  ['[]', '1:1', 'a schema is an object'],
  [
    '{\n  "properties": {\n    "a": {"type": "strin"}\n  }\n}',
    '3',
    'must be equal to one of the allowed values',
  ],
  ['{"$ref": "#/nope"}', '', "can't resolve reference"],
  ['{"type": "string", "pattern": "("}', '', 'Invalid regular expression'],
  ['{"$schema": "https://example.invalid/mine"}', '', 'no schema with key or ref'],
])('%s is refused with its place', (text, position, problem) => {
  expect(checkSchema(text)).toMatchObject({ position, problem: expect.stringContaining(problem) });
});
