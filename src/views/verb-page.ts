import type { VerbAnswer } from '../contract/answer/schema.ts';

type Schema = Readonly<{
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}>;

const HEAD = `# JSON

This page is drawn from the schemas of the verbs by \`node scripts/verb-pages.mjs\`; a test compares the two.

- With \`--json\` a command prints one object on stdout: the answer of its verb.
- A refusal or a failure is \`{"error": {"code", "message", "hint", …}}\`, with exit code 1 or 2.
  Codes are stable.
- Keys are snake_case, in what a verb takes and in what it answers.
- Times are ISO 8601 with their offset. Durations end in \`_ms\`.
- Inside an agent's session the answer stands in \`value\` of \`{"ok", "kept", "text", "value"}\`;
  \`kept\` says that the request takes effect later.
- \`swarm schema <verb>\` prints the JSON Schemas; \`schema/verbs/\` holds them.
`;

/** The page of all verbs: what each takes and answers. */
export const renderVerbPage = (verbs: readonly VerbAnswer[]): string =>
  [HEAD, renderIndex(verbs), ...verbs.map(renderVerb)].join('\n');

function renderIndex(verbs: readonly VerbAnswer[]): string {
  const rows = verbs.map(
    ({ name, asks, reads, summary }) =>
      `| [\`${name}\`](#${name.replace('.', '')}) | ${asks} | ${reads ? 'yes' : 'no'} | ${summary} |\n`,
  );
  return `| verb | who may ask | only reads | what it does |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

function renderVerb({ name, summary, input, answer }: VerbAnswer): string {
  const takes = renderFields(input);
  return [
    `## ${name}\n`,
    `${summary}.\n`,
    takes === '' ? 'Takes nothing.\n' : `Takes:\n\n${takes}`,
    `Answers:\n\n${renderFields(answer)}`,
  ].join('\n');
}

function renderFields(schema: Schema): string {
  const lines = listFields(schema, '').map(({ path, type }) => `| \`${path}\` | ${type} |\n`);
  return lines.length === 0 ? '' : `| field | type |\n| --- | --- |\n${lines.join('')}`;
}

type Field = Readonly<{ path: string; type: string }>;

/** Every field by its path; members of lists are written as `list[].field`. */
function listFields(schema: Schema, path: string): readonly Field[] {
  const own = path === '' ? [] : [{ path, type: typeText(schema) }];
  return [...own, ...membersOf(schema).flatMap(([name, member]) => listFields(member, join(path, name)))];
}

function membersOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const isNeeded = schema.required?.includes(name) ?? false;
    return [isNeeded ? name : `${name}?`, member] as const;
  });
  const inside = schema.items
    ? membersOf(schema.items).map(([name, member]) => [`[].${name}`, member] as const)
    : [];
  return dedupe([...own, ...inside, ...choices.flatMap(membersOf)]);
}

// Choices of a union share fields.
function dedupe(members: readonly (readonly [string, Schema])[]): readonly (readonly [string, Schema])[] {
  return [...new Map(members).entries()];
}

const join = (path: string, name: string): string =>
  path === '' ? name.replace(/^\[\]\./, '') : name.startsWith('[]') ? `${path}${name}` : `${path}.${name}`;

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((word) => `\`${String(word)}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' or ');
  if (schema.format === 'date-time') return 'time';
  if (schema.type === 'array') return `list of ${schema.items ? typeText(schema.items) : 'anything'}`;
  if (typeof schema.type === 'string') return schema.type;
  return 'any JSON';
}
