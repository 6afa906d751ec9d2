import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { TerminalEvents } from './host.ts';
import { serveTerminal } from './terminal.ts';

const MB = 1024 * 1024;

/** A browser's end that takes what it is sent only when it is told to. */
function open(mayType: boolean) {
  const said: string[] = [];
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    closed: '',
    send(data: string | Uint8Array, done?: () => void) {
      sent.push(typeof data === 'string' ? data : new TextDecoder().decode(data).slice(0, 20));
      socket.bufferedAmount += data.length;
      if (done) waiting.push(done);
    },
    close(code: number, reason: string) {
      socket.closed = `${code} ${reason}`;
    },
  });
  const read = (): void => {
    socket.bufferedAmount = 0;
    for (const done of waiting.splice(0)) done();
  };
  let events: TerminalEvents | undefined;
  const screen = {
    refresh: () => void said.push('refresh'),
    hold: () => void said.push('hold'),
    type: (bytes: Uint8Array) => void said.push(`type ${new TextDecoder().decode(bytes)}`),
    resize: ({ columns, rows }: { columns: number; rows: number }) =>
      void said.push(`resize ${columns} ${rows}`),
    close: () => void said.push('close'),
  };
  const opening = serveTerminal(
    {
      log: () => {},
      openTerminal: async (_, given) => {
        events = given;
        return { ok: true, value: screen };
      },
    },
    socket as never,
    { sessionId: 's', mayType },
  );
  return { opening, socket, said, sent, read, events: () => events as TerminalEvents };
}

const type = (data: unknown) => JSON.stringify({ type: 'input', data });

test('who only looks types nothing', async () => {
  const { opening, socket, said } = open(false);
  await opening;
  socket.emit('message', type('rm -rf .\r'));
  expect(said).toEqual([]);
});

test('who may type types and resizes, and what is no message is nothing', async () => {
  const { opening, socket, said } = open(true);
  await opening;
  for (const text of ['', '{', type(7), '{"type":"resize","cols":1,"rows":9}', type('hä\r')])
    socket.emit('message', text);
  socket.emit('message', '{"type":"resize","cols":90,"rows":30}');
  expect(said).toEqual(['type hä\r', 'resize 90 30']);
});

test('no more is wanted of output that is not read, until the viewer reads and is drawn anew', async () => {
  const { opening, sent, read, said, events } = open(false);
  await opening;
  events().drawn({ columns: 80, rows: 24 }, Buffer.from('screen'));
  events().output(Buffer.alloc(2 * MB, 'a'));
  for (let n = 0; n < 100; n += 1) events().output(Buffer.from('b'));
  expect(sent).toEqual(['{"type":"size","cols":80,"rows":24}', 'screen', 'a'.repeat(20)]);
  expect(new Set(said)).toEqual(new Set(['hold']));
  read();
  expect(said.at(-1)).toBe('refresh');
  events().output(Buffer.from('on'));
  expect(sent.at(-1)).toBe('on');
});

test('a browser that leaves while the screen is opened leaves nothing open', async () => {
  const { opening, socket, said } = open(true);
  socket.emit('close');
  await opening;
  expect(said).toEqual(['close']);
});

test('the end of the pane is told', async () => {
  const { opening, socket, events } = open(false);
  await opening;
  events().ended();
  expect(socket.closed).toBe('1000 ended');
});
