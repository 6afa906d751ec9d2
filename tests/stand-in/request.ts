export type Fields = Readonly<Record<string, unknown>>;

/** One request that the stand-in was sent, as far as tests look at it. */
export type ApiRequest = Readonly<{
  number: number;
  method: string;
  path: string;
  /** A request of the agent's loop. Others (titles, counts, probes) do not take an answer from the script. */
  isMain: boolean;
  model: string;
  conversationId: string;
  userAgent: string;
  system: string;
  tools: readonly string[];
  /** The last text that speaks for the user. */
  prompt: string;
  /** What the tools of the turn before gave, in order. */
  toolResults: readonly Readonly<{ text: string; isError: boolean }>[];
  /** All texts of the conversation, with who said them. */
  said: readonly Readonly<{ role: string; text: string }>[];
  isStream: boolean;
}>;

export type Incoming = Readonly<{
  number: number;
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}>;

export function parseRequest({ number, method, path, headers, body }: Incoming): ApiRequest {
  const fields = parseBody(body);
  const tools = listOf(fields.tools).map((tool) => textOf(fieldsOf(tool).name));
  const messages = listOf(fields.messages).map(fieldsOf);
  // Claude Code puts its own reminders behind the user's words, as a system message.
  const last = messages.findLast(({ role }) => role === 'user');
  return {
    number,
    method,
    path,
    isMain: path.startsWith('/v1/messages?') && tools.length > 0 && !isFormatted(fields),
    model: textOf(fields.model),
    conversationId: headerOf(headers['x-claude-code-session-id']),
    userAgent: headerOf(headers['user-agent']),
    system: contentText(fields.system),
    tools,
    prompt: blocksOf(last?.content).filter(isText).map(blockText).at(-1) ?? '',
    toolResults: blocksOf(last?.content)
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ text: contentText(block.content), isError: block.is_error === true })),
    said: messages.map(({ role, content }) => ({ role: textOf(role), text: contentText(content) })),
    isStream: fields.stream === true,
  };
}

export function parseBody(body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

const isFormatted = (fields: Fields): boolean => fieldsOf(fields.output_config).format !== undefined;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const headerOf = (value: string | string[] | undefined): string => [value ?? ''].flat().join(', ');

const blocksOf = (content: unknown): readonly Fields[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(fieldsOf);
const isText = ({ type }: Fields): boolean => type === 'text';
const blockText = ({ text }: Fields): string => textOf(text);
const contentText = (content: unknown): string => blocksOf(content).filter(isText).map(blockText).join('\n');
