import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderPlanSchema } from './plan-schema.ts';

const FILE = new URL('../../../schema/plan.schema.json', import.meta.url);

test('the published schema is what plans are read by (scripts/plan-schema.mjs draws it)', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(renderPlanSchema()));
});

test('an editor is told what a key is for, and refuses one that is unknown', () => {
  const { properties, required, additionalProperties } = JSON.parse(renderPlanSchema());
  const task = properties.tasks.items;
  expect(additionalProperties).toBe(false);
  expect(required).toEqual(['name', 'goal', 'agents', 'tasks']);
  expect(task.required).toEqual(['task_id', 'role', 'instructions', 'verifier']);
  expect(task.properties.task_id.description).toContain('{slug}_{unix_epoch_timestamp}');
  expect(task.additionalProperties).toBe(false);
});
