import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Attempts } from '../../../src/runtime/attempt/attempts.ts';
import { observeMembers } from '../../../src/runtime/attempt/members.ts';
import { realAttempts } from '../../../src/runtime/attempt/real-attempts.ts';
import { sendSignalTo } from '../../../src/runtime/process/signal.ts';
import { expectNothingLeft, openStage, type Stage } from './stage.ts';

const MEBIBYTE = 1024 * 1024;

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  await mkdir(stage.folder.dir, { recursive: true });
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const read = (from: number) => stage.attempts.readEvents(stage.ref, from);

async function readAll(attempts: Attempts, from: number) {
  const lines: string[] = [];
  let [next, tooLong] = [from, 0];
  for (let isAll = false; !isAll; ) {
    const part = await attempts.readEvents(stage.ref, next);
    lines.push(...part.lines);
    tooLong += part.tooLong;
    ({ next, isAll } = part);
  }
  return { lines, next, tooLong };
}

async function append(size: number): Promise<void> {
  const file = await open(stage.folder.events, 'a');
  for (let left = size; left > 0; left -= MEBIBYTE) await file.write('x'.repeat(Math.min(left, MEBIBYTE)));
  await file.close();
}

test('without a record there is nothing to read', async () => {
  expect(await read(0)).toEqual({ lines: [], next: 0, tooLong: 0, isAll: true });
});

test('whole lines are read from the cursor on, an unfinished one is left', async () => {
  await stage.run('echo one; echo two; printf thr; sleep 1000');
  await stage.waitUntil(async () => (await read(0)).lines.length === 2);
  expect(await read(0)).toEqual({ lines: ['one', 'two'], next: 8, tooLong: 0, isAll: true });
  expect(await read(4)).toEqual({ lines: ['two'], next: 8, tooLong: 0, isAll: true });
  expect(await read(8)).toEqual({ lines: [], next: 8, tooLong: 0, isAll: true });
});

test('when the agent is over its unfinished last line counts', async () => {
  await stage.run('echo one; printf rest');
  await stage.waitOver();
  expect(await read(0)).toEqual({ lines: ['one', 'rest'], next: 8, tooLong: 0, isAll: true });
  expect(await read(8)).toEqual({ lines: [], next: 8, tooLong: 0, isAll: true });
});

test('when launcher and agent were killed the unfinished last line counts', async () => {
  await stage.run('printf rest; exec sleep 1000');
  await stage.waitUntil(async () => (await readFile(stage.folder.events, 'utf8')) === 'rest');
  const { launcher, agents } = await observeMembers(stage.world, stage.ref);
  if (launcher) process.kill(launcher.pid, 'SIGKILL');
  await stage.waitOver();
  expect(await read(0)).toMatchObject({ lines: [], next: 0 });
  // What only served the launcher may have left with it.
  for (const agent of agents) await sendSignalTo(agent, 'SIGKILL');
  await stage.waitUntil(async () => (await read(0)).next === 4);
});

test('a line of 50 MB is passed over, also while it is being written', async () => {
  await stage.run('echo before; exec sleep 1000');
  await stage.waitForFile(stage.folder.events);
  await append(30 * MEBIBYTE);
  expect(await read(0)).toEqual({ lines: ['before'], next: 7, tooLong: 0, isAll: true });
  await append(20 * MEBIBYTE);
  expect(await read(7)).toEqual({ lines: [], next: 7, tooLong: 0, isAll: true });
  await appendFile(stage.folder.events, '\nafter\n');
  const all = { lines: ['before', 'after'], next: 7 + 50 * MEBIBYTE + 1 + 6, tooLong: 1 };
  expect(await readAll(stage.attempts, 7)).toEqual({ ...all, lines: ['after'] });
  // A reader that remembers nothing comes to the same.
  expect(await readAll(realAttempts(stage.world), 0)).toEqual(all);
});

test('many lines are read in several goes, each bounded', async () => {
  const lines = Array.from({ length: 12_345 }, (_, index) => `line ${index}`);
  await writeFile(stage.folder.events, lines.map((line) => `${line}\n`).join(''));
  expect((await read(0)).lines).toHaveLength(5_000);
  expect((await readAll(stage.attempts, 0)).lines).toEqual(lines);
});
