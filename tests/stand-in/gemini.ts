import type { ServerResponse } from 'node:http';
import { type Answer, says } from './answer.ts';
import { pieces } from './pieces.ts';
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
import {
  type Message,
  type Script,
  type StandIn,
  type StreamEvent,
  sendJson,
  serve,
  type Wire,
} from './serve.ts';

const GENERATE = /\/models\/([^/:]+):(streamG|g)enerateContent/;
const USAGE = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };

const GEMINI_API: Wire = {
  parse,
  respondAside,
  sideAnswer: says('{}') as Message,
  renderError,
  renderMessage: (message) => candidate(partsOf(message), 'STOP'),
  streamMessage,
};

/** A stand-in for the Gemini API. */
export const startGemini = (script: Script = []): Promise<StandIn> => serve(GEMINI_API, script);

function renderError({ status, type, message }: Extract<Answer, { is: 'error' }>): unknown {
  return { error: { code: status, message: message ?? `the stand-in answers ${status}`, status: type } };
}

function respondAside(response: ServerResponse, { path }: ApiRequest): boolean {
  if (GENERATE.test(path)) return false;
  sendJson(response, { status: 404, body: { error: { code: 404, message: path, status: 'NOT_FOUND' } } });
  return true;
}

function* streamMessage(message: Message): Generator<StreamEvent> {
  for (const text of pieces(message.text ?? '')) {
    yield { name: null, body: candidate([{ text }]), isPiece: true };
  }
  yield { name: null, body: candidate(callsOf(message), 'STOP') };
}

const callsOf = ({ tools = [] }: Message): object[] =>
  tools.map(({ name, input }) => ({ functionCall: { name, args: input } }));

const partsOf = (message: Message): object[] => [{ text: message.text ?? '' }, ...callsOf(message)];

const candidate = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
  ...(finishReason ? { usageMetadata: USAGE } : {}),
  modelVersion: 'stand-in',
});

function parse({ number, method, path, headers, body }: Incoming): ApiRequest {
  const fields = parseBody(body);
  const tools = listOf(fields.tools)
    .flatMap((tool) => listOf(fieldsOf(tool).functionDeclarations))
    .map((tool) => textOf(fieldsOf(tool).name));
  const contents = listOf(fields.contents).map(fieldsOf);
  const said = contents.map((content) => ({ role: textOf(content.role), text: textsOf(content).join('\n') }));
  const results = listOf(contents.at(-1)?.parts)
    .map((part) => fieldsOf(part).functionResponse)
    .filter((result) => result !== undefined);
  return {
    number,
    method,
    path,
    isMain: GENERATE.test(path) && tools.length > 0,
    model: GENERATE.exec(path)?.[1] ?? '',
    conversationId: '',
    userAgent: headerOf(headers['user-agent']),
    system: textsOf(fieldsOf(fields.systemInstruction)).join('\n'),
    tools,
    prompt: lastPrompt(contents),
    toolResults: results.map(resultOf),
    said,
    isStream: path.includes('stream'),
  };
}

// The CLI puts what it knows of the folder before the person's words.
function lastPrompt(contents: readonly Fields[]): string {
  const last = contents.findLast((content) => content.role === 'user' && textsOf(content).length > 0);
  return textsOf(last ?? {}).at(-1) ?? '';
}

const textsOf = ({ parts }: Fields): string[] =>
  listOf(parts)
    .map((part) => textOf(fieldsOf(part).text))
    .filter((text) => text !== '');

function resultOf(result: unknown): { text: string; isError: boolean } {
  const { output, error } = fieldsOf(fieldsOf(result).response);
  return { text: textOf(output) || textOf(error), isError: error !== undefined };
}
