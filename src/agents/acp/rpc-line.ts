import type { ProtocolLine } from '../../domain/agent/agent.ts';

/** Notifications have no id, and each of ours is sent at most once. */
type Message = Readonly<{ id: unknown } & Record<string, unknown>>;
type Notice = Readonly<{ method: string; params: object }>;

/** A request of ours, or an answer: its id is sent once. */
export const rpcLine = ({ id, ...rest }: Message): ProtocolLine => lineOf({ id }, rest);

export const noticeLine = ({ method, params }: Notice): ProtocolLine => lineOf({ method }, { params });

function lineOf(named: object, rest: object): ProtocolLine {
  const begin = render({ jsonrpc: '2.0', ...named });
  return { key: `${begin.slice(0, -1)},`, text: `${render({ jsonrpc: '2.0', ...named, ...rest })}\n` };
}

// In ASCII, so that a line torn by a crash is never torn inside a character.
const render = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
