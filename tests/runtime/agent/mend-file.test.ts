import { spawn } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listRunning } from '../../../src/runtime/agent/list-running.ts';
import { mendFile } from '../../../src/runtime/agent/mend-file.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';

const now = new Date('2026-02-03T04:05:06Z');
const BACKUP = '.swarm-2026-02-03-040506.bak';
const done = { path: ['done'], value: true, from: null };
let base = '';
let file = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-mend-'));
  file = join(base, 'state.json');
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const mend = (changes: Parameters<typeof mendFile>[0]['changes'] = [done]) =>
  mendFile({ file, changes, now });
const read = (path = file): string => readFileSync(path, 'utf8');
const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('only the values in question change, the mode stays, and the old file is kept', async () => {
  const text = '{\n  "big": 12345678901234567890,\n  "projects": {"/q": {"x": 1}}\n}\n';
  writeFileSync(file, text);
  chmodSync(file, 0o640);
  const trust = { path: ['projects', '/p', 'trusted'], value: true, from: null };

  expect(await mend([done, trust])).toEqual({ is: 'made', backup: `${file}${BACKUP}` });
  expect(read()).toBe(text.replace('{"x": 1}}', '{"x": 1},"/p": {"trusted":true}},\n  "done": true'));
  expect(read(`${file}${BACKUP}`)).toBe(text);
  expect([modeOf(file), modeOf(`${file}${BACKUP}`)]).toEqual([0o640, 0o640]);
  expect(readdirSync(base)).toHaveLength(2);
});

test('a mode that the umask would narrow stays', async () => {
  writeFileSync(file, '{}');
  chmodSync(file, 0o666);
  await mend();
  expect(modeOf(file)).toBe(0o666);
});

test('a file that is not there is made for its owner alone, and has nothing to keep', async () => {
  expect(await mend()).toEqual({ is: 'made', backup: null });
  expect(JSON.parse(read())).toEqual({ done: true });
  expect([modeOf(file), readdirSync(base)]).toEqual([0o600, ['state.json']]);
});

test.each(['{', '[]', 'oops', '{"projects":[]}'])(
  'a file that cannot hold the values is left alone: %s',
  async (text) => {
    writeFileSync(file, text);
    expect(await mend([{ path: ['projects', '/p'], value: true, from: null }])).toEqual({ is: 'broken' });
    expect([read(), readdirSync(base)]).toEqual([text, ['state.json']]);
  },
);

test('a file that changed since the person saw it is left alone', async () => {
  writeFileSync(file, '{"done":"maybe"}');
  expect(await mend()).toEqual({ is: 'moved' });
  expect([read(), readdirSync(base)]).toEqual(['{"done":"maybe"}', ['state.json']]);
  expect(await mend([{ ...done, from: '"maybe"' }])).toMatchObject({ is: 'made' });
});

test('a link stays a link, and two backups of one second both stay', async () => {
  const real = join(base, 'real.json');
  writeFileSync(real, '{}');
  symlinkSync(real, file);
  await mend();
  await mend([{ path: ['more'], value: 1, from: null }]);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(JSON.parse(read(real))).toEqual({ done: true, more: 1 });
  const backups = readdirSync(base).filter((name) => name.endsWith('.bak'));
  expect(backups.sort()).toEqual([`real.json.swarm-2026-02-03-040506-2.bak`, `real.json${BACKUP}`]);
});

test('a process is told of while it lives, and another with its number is not', async () => {
  const folder = join(base, 'sessions');
  expect(await listRunning(folder)).toEqual([]);
  mkdirSync(folder);
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (const name of [`${child.pid}.json`, '4194305.json', 'notes.json', `${child.pid}.txt`]) {
    writeFileSync(join(folder, name), '{}');
  }
  expect(await listRunning(folder)).toEqual([join(folder, `${child.pid}.json`)]);
  if (process.platform === 'linux') {
    const { start } = (await observeProcess(child.pid ?? 0)) ?? { start: '' };
    writeFileSync(join(folder, `${child.pid}.json`), JSON.stringify({ procStart: `${start}0` }));
    expect(await listRunning(folder)).toEqual([]);
    writeFileSync(join(folder, `${child.pid}.json`), JSON.stringify({ procStart: start }));
    expect(await listRunning(folder)).toHaveLength(1);
  }
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  expect(await listRunning(folder)).toEqual([]);
});
