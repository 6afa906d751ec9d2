import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readWireInput, wireSchemaOf } from './wire-input.ts';
import { wireName } from './wire-name.ts';

const Input = z.object({
  sessionId: z.string(),
  olderThanMs: z.optional(z.int()),
  content: z.optional(z.unknown()),
  roles: z.optional(z.record(z.string(), z.object({ budgetUsd: z.number() }))),
  parts: z.optional(z.array(z.object({ partId: z.string() }))),
  choice: z.optional(
    z.union([z.string(), z.object({ runId: z.string() }), z.object({ workId: z.string() })]),
  ),
});
const read = (given: unknown) => readWireInput(Input, given);
const problemOf = (given: unknown): string | null => {
  const input = read(given);
  return input.ok ? null : input.problem.message;
};

test('a key is spelt in snake_case outside', () => {
  expect(['sessionId', 'olderThanMs', 'to', 'budgetUsd'].map(wireName)).toEqual([
    'session_id',
    'older_than_ms',
    'to',
    'budget_usd',
  ]);
});

test('keys are renamed at every depth, but those of a record and of free JSON', () => {
  expect(
    read({
      session_id: 'a',
      older_than_ms: 5,
      content: { my_key: { other_key: 1 } },
      roles: { some_role: { budget_usd: 2 } },
      parts: [{ part_id: 'x' }],
      choice: { work_id: 'w' },
    }),
  ).toEqual({
    ok: true,
    value: {
      sessionId: 'a',
      olderThanMs: 5,
      content: { my_key: { other_key: 1 } },
      roles: { some_role: { budgetUsd: 2 } },
      parts: [{ partId: 'x' }],
      choice: { workId: 'w' },
    },
  });
});

test('the spelling of the inside is taken too, but not both', () => {
  expect(read({ sessionId: 'a' })).toEqual({ ok: true, value: { sessionId: 'a' } });
  expect(problemOf({ sessionId: 'a', session_id: 'a' })).toBe(
    'session_id: given twice, as session_id and as sessionId',
  );
});

test('an unknown key is named, wherever it stands', () => {
  expect(problemOf({ session_id: 'a', sesion: 1 })).toBe('sesion: unknown key');
  expect(problemOf({ session_id: 'a', parts: [{ part_id: 'x', more: 1 }] })).toBe(
    'parts[0].more: unknown key',
  );
  expect(readWireInput(z.object({}), { anything: 1 })).toMatchObject({
    problem: { message: 'anything: unknown key', hint: 'It takes nothing' },
  });
  expect(problemOf({ session_id: 'a', __proto__: { x: 1 }, constructor: 1 })).toBe(
    'constructor: unknown key',
  );
});

test('a complaint names the key as it was given', () => {
  expect(problemOf({})).toBe('session_id: expected a string');
  expect(problemOf({ session_id: 'a', roles: { r: { budget_usd: 'x' } } })).toBe(
    'roles.r.budget_usd: expected a number',
  );
  expect(problemOf('text')).toBe('expected an object');
});

test('the published schema has the outside spelling and takes nothing else', () => {
  expect(wireSchemaOf(z.object({ workId: z.string(), deep: z.optional(z.object({ aB: z.int() })) }))).toEqual(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        work_id: { type: 'string' },
        deep: {
          type: 'object',
          properties: {
            a_b: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          },
          required: ['a_b'],
          additionalProperties: false,
        },
      },
      required: ['work_id'],
      additionalProperties: false,
    },
  );
});
