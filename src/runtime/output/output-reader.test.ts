import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OutputReader, openOutputReader } from './output-reader.ts';

let folder: string;
let reader: OutputReader;
const file = () => join(folder, 'output.log');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swarm-output-'));
  reader = openOutputReader(folder);
});
afterEach(async () => {
  reader.close();
  await rm(folder, { recursive: true, force: true });
});

async function readAll(): Promise<string> {
  let all = '';
  for (let text = await reader.read(); text !== ''; text = await reader.read()) all += text;
  return all;
}

test('what is added is given once, in order', async () => {
  expect(await reader.read()).toBe('');
  await writeFile(file(), 'first\n');
  expect(await reader.read()).toBe('first\n');
  expect(await reader.read()).toBe('');
  await appendFile(file(), 'second\n');
  expect(await reader.read()).toBe('second\n');
});

test('a letter that is cut between two writes is put together again', async () => {
  const bytes = Buffer.from('a€b');
  await writeFile(file(), bytes.subarray(0, 2));
  expect(await reader.read()).toBe('a');
  await appendFile(file(), bytes.subarray(2));
  expect(await reader.read()).toBe('€b');
});

test('output that is compressed meanwhile goes on where it was', async () => {
  const text = Array.from({ length: 200_000 }, (_, n) => `line ${n}`).join('\n');
  await writeFile(file(), text);
  const begin = await reader.read();
  expect(begin.length).toBeLessThan(text.length);
  await writeFile(join(folder, 'draft'), gzipSync(text));
  await rename(join(folder, 'draft'), `${file()}.gz`);
  await rm(file());
  expect(begin + (await readAll())).toBe(text);
});

test('output that was compressed before is read whole', async () => {
  await writeFile(`${file()}.gz`, gzipSync('old words'));
  expect(await readAll()).toBe('old words');
});

test('growth wakes, and without growth the time ends the wait', async () => {
  await writeFile(file(), 'x');
  await reader.changed(5_000);
  await reader.changed(30);
  const woken = reader.changed(30_000);
  await appendFile(file(), 'y');
  await woken;
  expect(await reader.read()).toBe('xy');
});
