import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyVerb } from '../../src/app/verb.ts';
import { VERBS } from '../../src/app/verbs.ts';
import { wireSchemaOf } from '../../src/contract/wire-input.ts';
import { AGENT_MAIL } from '../../src/mcp/agent-mail.ts';
import { OWN_TOOLS, TOOLS } from '../../src/mcp/tools.ts';

const root = join(import.meta.dirname, '../..');

test('no tool of MCP does what only a person may ask, but to claim work in its own name', async () => {
  const persons: string[] = [];
  for (const [name, { verb }] of Object.entries(TOOLS))
    if (((await VERBS[verb]()) as AnyVerb).asks === 'person') persons.push(name);
  expect(persons).toEqual(['queue_claim']);
  // Nothing by which it could claim for another, or by force.
  expect(Object.keys(wireSchemaOf(TOOLS.queue_claim?.words?.input ?? z.object({})).properties ?? {})).toEqual(
    ['work_id', 'lease_ms'],
  );
});

test('what mail tells, one who was started by hand asks under a name only', () => {
  for (const [name, { verb, takesPart, isOwn }] of Object.entries(TOOLS))
    if (verb.startsWith('mail.')) expect([takesPart, isOwn ?? true], name).toEqual([true, true]);
});

test('each tool of Agent Mail stands for a verb that has a tool of its own', () => {
  const own = new Set(Object.values(OWN_TOOLS).map(({ verb }) => verb));
  for (const [name, { verb }] of Object.entries(AGENT_MAIL)) expect(own.has(verb), name).toBe(true);
});

test('each tool has its verb to itself, and a name that every agent CLI takes', () => {
  const verbs = Object.values(OWN_TOOLS).map(({ verb }) => verb);
  expect(new Set(verbs).size).toBe(verbs.length);
  for (const name of Object.keys(TOOLS)) expect(name).toMatch(/^[a-z][a-z_]{2,30}$/);
});

test('the page of MCP names every tool', () => {
  const page = readFileSync(join(root, 'docs/MCP.md'), 'utf8');
  for (const name of Object.keys(TOOLS)) expect(page).toContain(`\`${name}\``);
});
