import type { AnyVerb } from '../app/verb.ts';
import type { VerbAnswer } from '../contract/answer/schema.ts';
import { type JsonSchema, wireSchemaOf } from '../contract/wire-input.ts';
import { takesRequests } from './ask-verb.ts';
import type { McpHost } from './host.ts';
import { type Identity, refusalFor } from './identity.ts';
import { Waiting } from './read-call.ts';
import type { ToolRow } from './tool-row.ts';
import { TOOLS } from './tools.ts';
import type { Tool } from './wire.ts';

/** The tools that this agent may use; none outside of a project. */
export async function listTools(host: McpHost, identity: Identity): Promise<readonly Tool[]> {
  if (host.folders().length === 0) return [];
  const tools: Tool[] = [];
  for (const [name, tool] of Object.entries(TOOLS)) {
    const verb = await host.verb(tool.verb);
    if (refusalFor(identity, { name, tool, verb }) !== null) continue;
    const isTold = identity.is === 'session' && takesRequests(verb);
    tools.push(toolOf({ name, tool, verb, isTold }, await describe(host, verb)));
  }
  return tools;
}

async function describe(host: McpHost, verb: AnyVerb): Promise<VerbAnswer> {
  const described = await host.ask('schema.show', { verb: verb.name });
  const [only] = described.ok ? described.value : [];
  if (only === undefined) throw new Error(`${verb.name} has no schema`);
  return only;
}

type OfferedTool = Readonly<{ name: string; tool: ToolRow; verb: AnyVerb; isTold: boolean }>;

function toolOf({ name, tool, verb, isTold }: OfferedTool, { input, answer }: VerbAnswer): Tool {
  const { title, about, waits = false, isIdempotent = false, words } = tool;
  const taken = words === undefined ? input : wireSchemaOf(words.input);
  return {
    name,
    title,
    description: about,
    inputSchema: objectSchema(withoutPatterns(waits ? withWait(taken) : taken)),
    outputSchema: objectSchema(isTold ? toldSchema(answer) : answer),
    annotations: {
      title,
      readOnlyHint: verb.reads,
      // Nothing that an agent may ask takes away what another has made.
      destructiveHint: false,
      idempotentHint: verb.reads || isIdempotent,
      openWorldHint: false,
    },
  };
}

const objectSchema = ({ $schema: _, ...schema }: JsonSchema): Tool['inputSchema'] => ({
  ...schema,
  type: 'object',
});

/** The verb checks them; APIs of models refuse schemas whose patterns look ahead. */
const withoutPatterns = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'pattern' ? undefined : value))) as JsonSchema;

const withWait = (input: JsonSchema): JsonSchema => ({
  ...input,
  properties: { ...input.properties, ...wireSchemaOf(Waiting).properties },
});

/** What a session is told, as `--json` gives it inside one: the answer of the verb stands in `value`. */
const toldSchema = ({ $schema: _, ...answer }: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    kept: { type: 'boolean', description: 'Not taken in yet: it takes effect later' },
    text: { type: 'string' },
    value: { anyOf: [answer, { type: 'null' }] },
  },
  required: ['ok', 'kept', 'text', 'value'],
});
