import type { ServerResponse } from 'node:http';
import { type Answer, says } from './answer.ts';
import { renderChat, streamChat } from './openai-chat.ts';
import { renderResponse, streamResponse } from './openai-responses.ts';
import {
  type ApiRequest,
  type Fields,
  fieldsOf,
  headerOf,
  type Incoming,
  listOf,
  parseBody,
  textOf,
} from './request.ts';
import { type Message, type Script, type StandIn, sendJson, serve, type Wire } from './serve.ts';

const RESPONSES = '/v1/responses';
const CHAT = '/v1/chat/completions';

const OPENAI_API: Wire = {
  parse,
  respondAside,
  sideAnswer: says('A title') as Message,
  renderError,
  renderMessage: (message, { path, model }) =>
    path === RESPONSES ? renderResponse(message, model) : renderChat(message, model),
  streamMessage: (message, { path, model }) =>
    path === RESPONSES ? streamResponse(message, model) : streamChat(message, model),
};

/** A stand-in for the Responses and the Chat Completions API. */
export const startOpenAi = (script: Script = []): Promise<StandIn> => serve(OPENAI_API, script);

function renderError({ status, type, message }: Extract<Answer, { is: 'error' }>): unknown {
  return { error: { message: message ?? `the stand-in answers ${status}`, type, code: null, param: null } };
}

function respondAside(response: ServerResponse, { path }: ApiRequest): boolean {
  if (path === RESPONSES || path === CHAT) return false;
  if (path.startsWith('/v1/models')) sendJson(response, { body: { object: 'list', data: [], models: [] } });
  else sendJson(response, { status: 404, body: { error: { message: path, type: 'not_found' } } });
  return true;
}

function parse({ number, method, path, headers, body }: Incoming): ApiRequest {
  const fields = parseBody(body);
  const tools = listOf(fields.tools).map((tool) => toolName(fieldsOf(tool)));
  const entries = (path === RESPONSES ? listOf(fields.input) : listOf(fields.messages)).map(fieldsOf);
  const said = entries.filter(({ role }) => role !== undefined && role !== 'tool').map(saidBy);
  return {
    number,
    method,
    path,
    isMain: (path === RESPONSES || path === CHAT) && tools.length > 0,
    model: textOf(fields.model),
    conversationId: textOf(fields.prompt_cache_key),
    userAgent: headerOf(headers['user-agent']),
    system: said
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ text }) => text)
      .join('\n'),
    tools,
    prompt: said.findLast(({ role }) => role === 'user')?.text ?? '',
    toolResults: entries.filter(isToolResult).map((entry) => ({ text: resultText(entry), isError: false })),
    said,
    isStream: fields.stream === true,
  };
}

const toolName = (tool: Fields): string => textOf(tool.name) || textOf(fieldsOf(tool.function).name);
const saidBy = ({ role, content }: Fields) => ({ role: textOf(role), text: contentText(content) });
const isToolResult = ({ type, role }: Fields): boolean => type === 'function_call_output' || role === 'tool';
const resultText = ({ output, content }: Fields): string => contentText(output ?? content);

const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((block) => textOf(fieldsOf(block).text))
        .join('\n');
