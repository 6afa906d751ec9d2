import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseRuntimeDir, listPassedOver } from '../../../src/runtime/project/runtime-dir.ts';

const SOCKET = '0123456789abcdef.sock';
const isRoot = process.getuid?.() === 0;
let base: string;
const env = (more: Record<string, string> = {}) => ({
  HOME: base,
  XDG_RUNTIME_DIR: join(base, 'run'),
  ...more,
});
const passedOver = (chosen: string) => listPassedOver(env(), chosen).map(({ why }) => why);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-rt-'));
  mkdirSync(join(base, 'run'), { mode: 0o700 });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('sockets lie in the runtime folder of the user, unless another one is named', () => {
  expect(chooseRuntimeDir(env(), SOCKET)).toBe(join(base, 'run', 'swarm'));
  expect(chooseRuntimeDir(env({ SWARM_RUNTIME_DIR: '/elsewhere' }), SOCKET)).toBe('/elsewhere');
  expect(passedOver(join(base, 'run', 'swarm'))).toEqual([]);
});

test('a folder that others can write to is passed over, with a word', () => {
  chmodSync(join(base, 'run'), 0o770);
  const chosen = chooseRuntimeDir(env(), SOCKET);
  expect(chosen).not.toContain(join(base, 'run'));
  expect(passedOver(chosen)).toContain(`${join(base, 'run')} can be written to by others`);
});

test('a link, a file and a folder of another user are passed over', () => {
  const own = join(base, 'run', 'swarm');
  symlinkSync(base, own);
  expect(chooseRuntimeDir(env(), SOCKET)).not.toBe(own);
  rmSync(own);
  writeFileSync(own, '');
  expect(passedOver(chooseRuntimeDir(env(), SOCKET))).toContain(`${own} is not a folder`);
  rmSync(own);
  mkdirSync(own, { mode: 0o700 });
  // Only root can give a folder away.
  if (isRoot) chownSync(own, 12_345, 12_345);
  expect(chooseRuntimeDir(env(), SOCKET) === own).toBe(!isRoot);
});

test('a path that is too long for a socket is passed over', () => {
  const long = join(base, 'l'.repeat(80));
  mkdirSync(long, { mode: 0o700 });
  expect(chooseRuntimeDir(env({ XDG_RUNTIME_DIR: long }), SOCKET).length).toBeLessThan(80);
});

test('a socket that is there already is found without the variable that its supervisor had', () => {
  const state = join(base, '.local', 'state', 'swarm', 'run');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, SOCKET), '');
  expect(chooseRuntimeDir(env(), SOCKET)).toBe(state);
});
