import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderConfigSchema } from './config-schema.ts';

const FILE = new URL('../../schema/swarm.config.schema.json', import.meta.url);

test('the published schema is what the table of settings says (scripts/config-schema.mjs draws it)', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(renderConfigSchema()));
});

test('the schema knows durations, lists, choices and null, and refuses unknown keys', () => {
  const { properties, additionalProperties } = JSON.parse(renderConfigSchema());
  expect(additionalProperties).toBe(false);
  expect(properties.limits.properties.lifetime).toMatchObject({
    default: '30m',
    anyOf: [{ type: 'string' }, { type: 'number', minimum: 1000 }],
  });
  expect(properties.claude.properties.allowedTools).toMatchObject({ type: 'array' });
  expect(properties.mode).toMatchObject({ enum: ['headless', 'interactive'] });
  expect(properties.store.anyOf).toContainEqual({ type: 'null' });
  expect(properties.limits.additionalProperties).toBe(false);
});
