import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyVerb } from '../../src/app/verb.ts';
import { VERBS, type VerbName } from '../../src/app/verbs.ts';
import { loadAll } from '../../src/cli/command-table.ts';
import { type JsonSchema, wireSchemaOf } from '../../src/contract/wire-input.ts';

/** Verbs that no command asks, and why. */
const WITHOUT_COMMAND: Partial<Record<VerbName, string>> = {
  'loop.show': 'the library and other doors ask it; `swarm loop list` and `swarm events` show the same',
  'project.measure': 'monitoring reads it as metrics; `swarm usage` and `swarm list` show the same to people',
  'project.plan-fixes': '`swarm doctor --fix` shows the plan before it asks',
  'run.open-role': 'only a program that uses the library takes part in a run like this',
  'run.post-message': 'only a program that uses the library takes part in a run like this',
  'session.file': 'the page shows it; a person opens the folder of the session',
  'session.files': 'the page shows them; a person opens the folder of the session',
  'session.interrupt-self': 'agents ask it by the marker files of their attempt',
  'session.look': 'agents that see no rows ask it by `swarm status`, `result` and `logs`',
  'session.take-over': '`swarm attach --take-over` asks it, and then belongs to the terminal',
  'session.transcript': 'the page shows it entry by entry; `swarm logs` shows the same as text',
  'template.fill': '`swarm create --template` asks it for the task',
};

const NAMES = Object.keys(VERBS) as VerbName[];
const load = (name: VerbName): Promise<AnyVerb> => VERBS[name]() as Promise<AnyVerb>;

test('the table and the verb agree on the name', async () => {
  for (const name of NAMES) expect((await load(name)).name).toBe(name);
});

test('the table is in order, so that two who add a verb meet in one place only', () => {
  expect(NAMES).toEqual(NAMES.toSorted());
});

test('a person reaches every verb by a command, or there is a reason', async () => {
  const reached = new Set((await loadAll()).flatMap(({ verbs }) => verbs));
  const unreached = NAMES.filter((name) => !reached.has(name));
  expect(unreached).toEqual(Object.keys(WITHOUT_COMMAND));
});

test('a command that says that it only reads has no verb that does more', async () => {
  for (const { name, verbs } of (await loadAll()).filter(({ onlyReads }) => onlyReads)) {
    for (const verb of verbs) expect((await load(verb)).reads, name).toBe(true);
  }
});

test('what only an agent may ask takes its requests; what only a person may ask takes none', async () => {
  for (const name of NAMES) {
    const verb = await load(name);
    const takesRequests = verb.needs === 'project' && verb.intake !== undefined;
    if (verb.asks === 'agent') expect(takesRequests, name).toBe(true);
    if (verb.asks === 'person') expect(takesRequests, name).toBe(false);
  }
});

test('an agent changes things through requests that take effect once, or there is a reason', async () => {
  const inProcess: VerbName[] = [];
  for (const name of NAMES) {
    const verb = await load(name);
    const takesRequests = verb.needs === 'project' && verb.intake !== undefined;
    if (verb.asks === 'anyone' && !verb.reads && !takesRequests) inProcess.push(name);
  }
  expect(inProcess).toEqual([]);
});

test('what a verb takes is published in snake_case, and no two of its keys are spelt alike', async () => {
  for (const name of NAMES) {
    const { input } = await load(name);
    const inside = keysOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    const outside = keysOf(wireSchemaOf(input));
    expect(outside.filter((key) => !/^[a-z][a-z0-9_]*$/.test(key))).toEqual([]);
    expect(outside, name).toHaveLength(inside.length);
  }
});

const keysOf = (schema: JsonSchema): readonly string[] => {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const members = [...Object.values(properties), items, additionalProperties, ...anyOf, ...oneOf];
  const inside = members.filter((one) => typeof one === 'object');
  return [...Object.keys(properties), ...inside.flatMap(keysOf)];
};
