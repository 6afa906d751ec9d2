import { appendFile, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNothingLeft, leftovers, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const events = (): Promise<string> => readFile(stage.folder.events, 'utf8').catch(() => '');
const eventsAre = (text: string): Promise<void> => stage.waitUntil(async () => (await events()) === text);

test('lines reach the agent while it runs, and the end of the input ends it', async () => {
  await stage.run('cat; echo end', { input: 'turns' });
  await stage.attempts.ensureInput(stage.ref, ['one\n']);
  await eventsAre('one\n');
  await stage.attempts.ensureInput(stage.ref, ['one\n', 'two 👋\n']);
  await eventsAre('one\ntwo 👋\n');
  await stage.attempts.ensureInput(stage.ref, ['one\n', 'two 👋\n']);
  await stage.attempts.ensureInputEnded(stage.ref);
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0, closedByPerson: false });
  expect(await events()).toBe('one\ntwo 👋\nend\n');
});

test('what was written before the start is read from its beginning', async () => {
  await stage.run('head -n 2', { input: 'turns' });
  await stage.attempts.ensureInput(stage.ref, ['one\n', 'two\n']);
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0 });
  expect(await events()).toBe('one\ntwo\n');
});

test('a torn line is completed, within a character too', async () => {
  await stage.run('cat', { input: 'turns' });
  const line = '{"text":"👋 hello"}\n';
  await appendFile(stage.folder.stdin, Buffer.from(line).subarray(0, 11));
  await stage.attempts.ensureInput(stage.ref, [line]);
  await eventsAre(line);
});

test('what was handed over is never written again: other words in their place are a fault', async () => {
  await stage.run('cat', { input: 'turns' });
  await stage.attempts.ensureInput(stage.ref, ['one\n']);
  await expect(stage.attempts.ensureInput(stage.ref, ['two\n'])).rejects.toMatchObject({
    code: 'input-differs',
  });
  await expect(stage.attempts.ensureInput(stage.ref, [])).rejects.toMatchObject({ code: 'input-differs' });
  expect(await readFile(stage.folder.stdin, 'utf8')).toBe('one\n');
});

test('a turn of 5 MB arrives whole', async () => {
  await stage.run('head -n 1 | wc -c', { input: 'turns' });
  await stage.attempts.ensureInput(stage.ref, [`${'x'.repeat(5_000_000)}\n`]);
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0 });
  expect((await events()).trim()).toBe('5000001');
});

test('an end of the input that is asked for while the agent starts is not lost', async () => {
  await stage.run('cat; echo end', { input: 'turns' });
  await stage.attempts.ensureInputEnded(stage.ref);
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0 });
  expect(await events()).toBe('end\n');
});

test('an agent that leaves by itself leaves no follower of its input behind', async () => {
  await stage.run('exit 0', { input: 'turns' });
  await stage.waitOver();
  await stage.waitUntil(async () => (await leftovers(stage)).length === 0);
});
