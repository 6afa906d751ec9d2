import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyVerb } from '../../src/app/verb.ts';
import { VERBS, type VerbName } from '../../src/app/verbs.ts';
import { loadAll } from '../../src/cli/command-table.ts';
import { wireSchemaOf } from '../../src/contract/wire-input.ts';
import { AGENT_MAIL } from '../../src/mcp/agent-mail.ts';
import { OWN_TOOLS, TOOLS } from '../../src/mcp/tools.ts';

const SHELL = 'seldom needed, and tools are few: an agent asks it in its shell';
const PEOPLE = 'it shows a person where things stand';
const PREFLIGHT = 'it belongs to the start of an agent by hand, in a shell';
const NESTING = 'a persona or the project has to allow it first; then in the shell';
/** Verbs that an agent may ask and that are no tool, and why. */
const WITHOUT_TOOL: Partial<Record<VerbName, string>> = {
  'config.show': PEOPLE,
  'event.list': SHELL,
  'message.list': SHELL,
  'message.show': SHELL,
  'participant.preflight': PREFLIGHT,
  'persona.check': SHELL,
  'persona.list': SHELL,
  'persona.rank': SHELL,
  'plan.check': 'plan_submit answers with the same findings',
  'plan.list': SHELL,
  'plan.replay': PEOPLE,
  'preflight.detect': PREFLIGHT,
  'preflight.format': PREFLIGHT,
  'project.doctor': PEOPLE,
  'project.measure': 'monitoring reads it as metrics',
  'project.report': PEOPLE,
  'project.show-trust': PEOPLE,
  'question.show': SHELL,
  'run.export': SHELL,
  'run.list': SHELL,
  'schema.show': 'tools bring their own schemas',
  'session.create': NESTING,
  'session.diff': SHELL,
  'session.graph': PEOPLE,
  'session.interrupt-self': 'agents ask it by the marker files of their attempt',
  'session.kill-below': NESTING,
  'session.look': NESTING,
  'session.output': SHELL,
  'session.overview': PEOPLE,
  'session.pull-request': SHELL,
  'session.reviews': SHELL,
  'session.transcript': 'the page shows it',
  'session.wait': 'a turn that waits costs money: the end of another session comes as a turn',
  'template.fill': SHELL,
  'template.list': SHELL,
  'template.show': SHELL,
  'usage.list': SHELL,
  'workflow.check': SHELL,
  'workflow.list': SHELL,
  'workflow.show': SHELL,
};

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

test('an agent reaches every verb that it may ask by a tool, or there is a reason', async () => {
  const tools = new Set(Object.values(TOOLS).map(({ verb }) => verb));
  const unreached: string[] = [];
  for (const [name, load] of Object.entries(VERBS))
    if (((await load()) as AnyVerb).asks !== 'person' && !tools.has(name as VerbName)) unreached.push(name);
  expect(unreached).toEqual(Object.keys(WITHOUT_TOOL));
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

const takesRequests = (verb: AnyVerb): boolean => verb.needs === 'project' && verb.intake !== undefined;

test('each command that the contract shows can be asked by a file and by a tool', async () => {
  const contract = readFileSync(join(root, 'agents/CONTRACT.md'), 'utf8');
  const shown = [...contract.matchAll(/`swarm ([a-z][^`]*)`/g)].map(([, line = '']) => line);
  const served = new Set<string>(Object.values(OWN_TOOLS).map(({ verb }) => verb));
  const commands = await loadAll();
  for (const line of shown) {
    const of = commands.find(({ name }) => line === name || line.startsWith(`${name} `));
    const loaded = (of?.verbs ?? []).map((verb) => VERBS[verb]() as Promise<AnyVerb>);
    const asked = (await Promise.all(loaded)).filter(takesRequests);
    expect(asked.length, line).toBeGreaterThan(0);
    for (const { name } of asked) expect(served.has(name), `${line}: ${name}`).toBe(true);
  }
});
