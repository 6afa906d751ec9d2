import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type SupervisorClient } from '../../../src/runtime/socket/client.ts';
import { type SupervisorServer, startServer } from '../../../src/runtime/socket/server.ts';
import { bundleScript, scriptEnv } from '../supervisor/bundle.ts';

const greeting = { pid: process.pid, version: '1.2.3', startedAt: 1_700_000_000_000 };
const LONG_MS = 10_000;
let folder: string;
let socketFile: string;
let server: SupervisorServer;
let poked: string[][];
let stops: number;
const open: (Socket | SupervisorClient)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swarm-socket-'));
  socketFile = join(folder, 'x.sock');
  poked = [];
  stops = 0;
  server = await listen();
});
afterEach(async () => {
  for (const one of open.splice(0)) 'destroy' in one ? one.destroy() : one.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const listen = (): Promise<SupervisorServer> =>
  startServer(socketFile, {
    greeting,
    onPoke: (ids) => poked.push([...ids]),
    onStop: () => {
      stops += 1;
      void server.close();
    },
  });

async function client(): Promise<SupervisorClient> {
  const one = await connect(socketFile);
  if (one === null) throw new Error('no answer');
  open.push(one);
  return one;
}

async function rawSocket(): Promise<Socket> {
  const socket = createConnection(socketFile);
  open.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

test('a client learns whom it talks to', async () => {
  expect((await client()).greeting).toEqual(greeting);
});

test('only the owner may open the socket', () => {
  expect(statSync(socketFile).mode & 0o777).toBe(0o600);
});

test('no listener, no folder, a plain file: all mean null', async () => {
  writeFileSync(join(folder, 'plain'), '');
  expect(await connect(join(folder, 'none'))).toBeNull();
  expect(await connect(join(folder, 'no', 'folder'))).toBeNull();
  expect(await connect(join(folder, 'plain'))).toBeNull();
});

test('one that accepts and stays silent means null, in bounded time', async () => {
  const silentFile = join(folder, 'silent.sock');
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(silentFile);
  const startedAt = Date.now();
  expect(await connect(silentFile)).toBeNull();
  expect(Date.now() - startedAt).toBeLessThan(3_000);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a poke is acknowledged after the supervisor has heard it', async () => {
  const one = await client();
  expect(await one.poke(['a', 'b\n"c'])).toBe(true);
  expect(poked).toEqual([['a', 'b\n"c']]);
});

test('a poke of many thousands arrives whole', async () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => `20240101-120000-some-persona-${n}`);
  expect(await (await client()).poke(ids)).toBe(true);
  expect(poked.flat()).toEqual(ids);
});

test('a poke without a listener is answered with false', async () => {
  const one = await client();
  await server.close();
  expect(await one.poke(['a'])).toBe(false);
});

test('a change wakes who waits for it', async () => {
  const one = await client();
  await one.watch();
  const next = one.nextChange(LONG_MS);
  server.announceChange();
  expect(await next).toBe('changed');
});

test('a change between two waits is remembered, and many are one', async () => {
  const one = await client();
  await one.watch();
  for (let n = 0; n < 1_000; n += 1) server.announceChange();
  await one.poke(['after']);

  expect(await one.nextChange(LONG_MS)).toBe('changed');
  expect(await outcomeOf(one)).toBe('timeout');
});

// What was under way when the last change was reported may still count once.
async function outcomeOf(one: SupervisorClient): Promise<string> {
  await one.poke(['flush']);
  const first = await one.nextChange(1);
  return first === 'changed' ? one.nextChange(1) : first;
}

test('who waits without having watched is woken at once, as it may have missed something', async () => {
  expect(await (await client()).nextChange(LONG_MS)).toBe('changed');
});

test('no change in the time given is a timeout, and the next change still counts', async () => {
  const one = await client();
  await one.watch();
  expect(await one.nextChange(1)).toBe('timeout');
  server.announceChange();
  expect(await one.nextChange(LONG_MS)).toBe('changed');
});

test('two who wait on one line are both woken', async () => {
  const one = await client();
  await one.watch();
  const both = Promise.all([one.nextChange(LONG_MS), one.nextChange(LONG_MS)]);
  server.announceChange();
  expect(await both).toEqual(['changed', 'changed']);
});

test('the end of the server wakes who waits', async () => {
  const one = await client();
  await one.watch();
  const next = one.nextChange(LONG_MS);
  await server.close();
  expect(await next).toBe('closed');
  expect(await one.nextChange(LONG_MS)).toBe('closed');
});

test('a client can ask the supervisor to leave and sees it go', async () => {
  const one = await client();
  expect(await one.stop(LONG_MS)).toBe(true);
  expect(stops).toBe(1);
  expect(existsSync(socketFile)).toBe(false);
  expect(await connect(socketFile)).toBeNull();
});

const BAD: readonly (readonly [string, Buffer])[] = [
  ['binary', Buffer.from([0xff, 0x00, 0xfe, 0x0a, 0x80, 0x0a])],
  ['no JSON', Buffer.from('{"poke":\n')],
  ['an unknown word', Buffer.from('{"dance":true}\n')],
  ['a poke of numbers', Buffer.from('{"poke":[1]}\n')],
  ['a key too many', Buffer.from('{"watch":true,"x":1}\n')],
  ['a line of 10 MB', Buffer.alloc(10 * 1024 * 1024, 'x')],
];

test.each(BAD)('%s drops that client only', async (_, bytes) => {
  const good = await client();
  await good.watch();
  const bad = await rawSocket();
  const gone = closed(bad);
  bad.write(bytes);
  await gone;

  expect(await good.poke(['still here'])).toBe(true);
  expect((await client()).greeting).toEqual(greeting);
});

test('a line in many pieces is one line, and half a line at the end is none', async () => {
  const slow = await rawSocket();
  const answers: string[] = [];
  slow.on('data', (chunk) => answers.push(String(chunk)));
  for (const byte of '{"poke":["ü\u2028"]}\n') await new Promise((resolve) => slow.write(byte, resolve));
  await expect.poll(() => answers.join('')).toBe('{"ok":1}\n');
  const gone = closed(slow);
  slow.end('{"poke":["nev');
  await gone;

  expect(poked).toEqual([['ü\u2028']]);
});

test('a client that never reads costs a bounded amount and delays no other', {
  timeout: 30_000,
}, async () => {
  const deaf = await rawSocket();
  deaf.pause();
  deaf.write('{"watch":true}\n');
  const good = await client();
  await good.watch();
  const before = process.memoryUsage().rss;

  for (let round = 0; round < 200; round += 1) {
    for (let n = 0; n < 1_000; n += 1) server.announceChange();
    await good.poke(['x']);
  }

  expect(await good.nextChange(LONG_MS)).toBe('changed');
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

test('one who pokes without reading the answers is soon not read from any more', {
  timeout: 30_000,
}, async () => {
  const greedy = await rawSocket();
  greedy.pause();
  greedy.write('{"poke":[]}\n'.repeat(200_000));

  await expect.poll(() => hasSettled(), { timeout: 20_000, interval: 300 }).toBe(true);

  expect(poked.length).toBeGreaterThan(0);
  expect(poked.length).toBeLessThan(200_000);
  expect(await (await client()).poke(['x'])).toBe(true);
});

let heardBefore = 0;
function hasSettled(): boolean {
  const isSame = poked.length > 0 && poked.length === heardBefore;
  heardBefore = poked.length;
  return isSame;
}

test('a socket file that a killed server left is taken over', async () => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(join(folder, 'left.sock'))},
    () => process.kill(process.pid, 'SIGKILL'))`;
  const child = spawn(process.execPath, ['-e', script]);
  await new Promise((resolve) => child.once('exit', resolve));
  const left = join(folder, 'left.sock');
  expect(existsSync(left)).toBe(true);
  expect(await connect(left)).toBeNull();

  const heir = await startServer(left, { greeting, onPoke: () => {}, onStop: () => {} });

  const one = await connect(left);
  expect(one?.greeting).toEqual(greeting);
  one?.close();
  await heir.close();
});

test('when the file was removed, the server listens again and keeps those who are there', async () => {
  const one = await client();
  await one.watch();
  await server.ensureListening();
  unlinkSync(socketFile);

  await server.ensureListening();

  expect((await client()).greeting).toEqual(greeting);
  server.announceChange();
  expect(await one.nextChange(LONG_MS)).toBe('changed');
  expect(existsSync(socketFile)).toBe(true);
});

test('a server that closes leaves the socket of its successor alone', async () => {
  unlinkSync(socketFile);
  const successor = await startServer(socketFile, { greeting, onPoke: () => {}, onStop: () => {} });
  await server.close();

  const one = await connect(socketFile);
  expect(one).not.toBeNull();
  one?.close();
  await successor.close();
});

test('an open line does not keep a process alive', { timeout: 20_000 }, async () => {
  const script = await bundleScript(join(import.meta.dirname, 'leaver.ts'), folder);
  const { stdout } = await promisify(execFile)(process.execPath, [script, socketFile], { env: scriptEnv() });
  expect(stdout).toBe('watching\n');
});
