import type { Refusal } from '../domain/refusal.ts';
import { displayName } from '../views/participant-name.ts';
import type { McpHost } from './host.ts';
import type { Identity } from './identity.ts';
import type { Participation } from './participation.ts';
import { namesFolder } from './project-name.ts';
import { read } from './read-call.ts';
import type { ToolRow } from './tool-row.ts';

type ToolCall = Readonly<{ tool: ToolRow; words: Readonly<Record<string, unknown>> }>;

/** Lets the agent join where the tool needs it. Tells why the words are not its own; null: they are. */
export async function takePart(host: McpHost, identity: Identity, asked: ToolCall): Promise<Refusal | null> {
  const { tool, words } = asked;
  const project = words[tool.words?.project ?? ''];
  if (typeof project === 'string' && !namesFolder(project, host.folders()))
    return { code: 'project-of-another', project };
  if (identity.is === 'session') return refusalOf(asked, host.names);
  if (!tool.takesPart || identity.is === 'reader') return null;
  const self = await join(host, identity.participation, asked);
  if (!self.ok) return self.refusal;
  const { id, baseName } = self.value;
  return refusalOf(asked, [id, baseName, displayName(self.value)]);
}

async function join(host: McpHost, { ensure, join }: Participation, { tool, words }: ToolCall) {
  const toJoin = tool.words?.toJoin;
  if (toJoin === undefined) return ensure();
  const { input } = await host.verb('participant.join');
  return join(read(input, toJoin(words)) as Parameters<typeof join>[0]);
}

/** A name counts in any case of its letters, as addresses do. */
function refusalOf({ tool, words }: ToolCall, names: readonly string[]): Refusal | null {
  const key = tool.words?.self ?? '';
  const name = words[key];
  if (typeof name !== 'string') return null;
  const isOwn = names.some((own) => own.toLowerCase() === name.toLowerCase());
  return isOwn ? null : { code: 'speaks-as-another', key, name, self: names[0] ?? '' };
}
