import type { ServerResponse } from 'node:http';
import { type Answer, says } from './answer.ts';
import { renderMessage, streamMessage } from './message-stream.ts';
import { type ApiRequest, parseRequest } from './request.ts';
import { type Message, type Script, type StandIn, sendJson, serve, type Wire } from './serve.ts';

const MESSAGES_API: Wire = {
  parse: parseRequest,
  respondAside,
  sideAnswer: says('{"title":"A title","isNewTopic":false}') as Message,
  renderError,
  renderMessage: (message, { model }) => renderMessage(message, model),
  *streamMessage(message, { model }) {
    for (const { name, body } of streamMessage(message, model)) {
      yield { name, body, isPiece: name === 'content_block_delta' };
    }
  },
};

/** A stand-in for the Messages API. */
export const startStandIn = (script: Script = []): Promise<StandIn> => serve(MESSAGES_API, script);

export type { Script, StandIn };

function renderError({ status, type, message }: Extract<Answer, { is: 'error' }>): unknown {
  return { type: 'error', error: { type, message: message ?? `the stand-in answers ${status}` } };
}

function respondAside(response: ServerResponse, { method, path }: ApiRequest): boolean {
  if (path.startsWith('/v1/messages?')) return false;
  if (method === 'HEAD') response.writeHead(200).end();
  else if (path.startsWith('/v1/messages/count_tokens')) {
    sendJson(response, { body: { input_tokens: 1 } });
  } else {
    sendJson(response, {
      status: 404,
      body: { type: 'error', error: { type: 'not_found_error', message: path } },
    });
  }
  return true;
}
