import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';

const ANSWER_LIMIT_BYTES = 8 * 1_048_576;

export type RpcServer = Readonly<{ url: string; token: string | null; signal: AbortSignal }>;
export type ToolCall = Readonly<{ name: string; arguments: Readonly<Record<string, unknown>> }>;

/** Calls one tool of an MCP server by JSON-RPC over HTTP; its result as JSON text. Follows no redirects. */
export async function callTool(server: RpcServer, call: ToolCall): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const { status, text } = await post(server, body);
  if (status < 200 || status >= 300) throw failed(call, `it answered ${status}`);
  const answer = parseAnswer(text);
  if (answer === null) throw failed(call, 'its answer is no JSON-RPC');
  if (answer.error !== undefined || answer.result === undefined) throw failed(call, 'it refused');
  const value = resultOf(answer.result);
  if (value === undefined) throw failed(call, 'its answer is no JSON');
  return JSON.stringify(value);
}

const failed = ({ name }: ToolCall, problem: string): Fault =>
  new Fault('mail-outside', `the outside mail server, ${name}: ${problem}`);

type Answer = Readonly<{ result?: unknown; error?: unknown }>;

/** One JSON value, or the first of an event stream. */
function parseAnswer(text: string): Answer | null {
  const json = /^(?:event:.*\n)?data:\s?(.*)$/m.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type ToolResult = Readonly<{ structuredContent?: unknown; content?: unknown; isError?: unknown }>;

/** What the tool gave: structured, or as text that holds JSON. */
function resultOf(result: unknown): unknown {
  const { structuredContent, content, isError } = (result ?? {}) as ToolResult;
  if (isError === true)
    throw new Fault('mail-outside', 'the outside mail server reported an error of its tool');
  if (structuredContent !== undefined) return structuredContent;
  if (!Array.isArray(content)) return result;
  const texts = content.flatMap((part: { text?: unknown }) =>
    typeof part?.text === 'string' ? [part.text] : [],
  );
  const values = texts.map((text) => parseAnswer(`{"value":${text}}`) as { value?: unknown } | null);
  return values.length === 1 ? values[0]?.value : values.map((one) => one?.value);
}

type HttpReply = Readonly<{ status: number; text: string }>;

function post({ url, token, signal }: RpcServer, body: string): Promise<HttpReply> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'application/json, text/event-stream',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(faultOf(error, signal));
    // A connection of its own, without keep-alive, so that nothing is left open.
    const sending = request(url, { method: 'POST', headers, agent: false, signal }, (answer) => {
      readBounded(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), fail);
    });
    sending.on('error', fail);
    sending.end(body);
  });
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > ANSWER_LIMIT_BYTES) throw new Error('more than 8 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// The message of the error may hold the address, and with it a secret.
const faultOf = (error: Error, signal: AbortSignal): Fault =>
  new Fault(
    'mail-outside',
    signal.aborted
      ? 'the outside mail server gave no answer in time'
      : `the outside mail server could not be reached (${errnoOf(error) ?? 'broken answer'})`,
    { cause: error },
  );
