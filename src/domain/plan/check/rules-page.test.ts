import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULE_NAMES } from './check-plan.ts';

test('the page on plans names every rule, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/PLANS.md', import.meta.url), 'utf8');
  const table = page.split('## What is checked')[1]?.split('\n## ')[0] ?? '';
  const cells = table.split('\n').flatMap((line) => line.split(' | ')[0] ?? []);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  expect(named.filter((name) => name !== 'schema')).toEqual(RULE_NAMES);
});
