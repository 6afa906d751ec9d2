import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPrompt } from './read-prompt.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarm-prompt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const none = Readable.from([]);

function write(content: string | Buffer): string {
  const file = join(folder, 'task.md');
  writeFileSync(file, content);
  return file;
}

const read = (file: string, limitBytes = 1_000) => readPrompt({ file, stdin: none, limitBytes });

test.each([
  ['plain text', 'Fix it.\n'],
  ['shell signs', '`rm -rf /` $(reboot) "\'\\ %s !! \t'],
  ['line ends of all kinds', 'a\r\nb\rc\u2028d\n\n'],
  ['a byte order mark', '\ufeffhello'],
  ['emoji and other scripts', '👩‍👩‍👧 ünïcödé 漢字 \u{10ffff}'],
  ['no line end', 'x'],
])('%s comes back byte for byte', async (_, text) => {
  expect(await read(write(text))).toEqual({ ok: true, value: text });
});

test('one megabyte comes back byte for byte', async () => {
  const text = 'ä"$(x)`\n'.repeat(130_000);
  const outcome = await readPrompt({ file: write(text), stdin: none });
  expect(outcome.ok && outcome.value === text).toBe(true);
});

test('a dash reads stdin, even when a character is cut in two', async () => {
  const bytes = Buffer.from('täsk');
  const stdin = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]);
  expect(await readPrompt({ file: '-', stdin })).toEqual({ ok: true, value: 'täsk' });
});

test('a path is taken from the folder given', async () => {
  write('here');
  expect(await readPrompt({ file: 'task.md', cwd: folder, stdin: none })).toEqual({
    ok: true,
    value: 'here',
  });
});

test.each(['no-such-file', 'task.md/below', '.'])('%s is missing', async (name) => {
  write('x');
  const file = `${folder}/${name}`;
  expect(await read(file)).toEqual({ ok: false, refusal: { code: 'prompt-missing', file } });
});

test.each(['', ' \n\t\r\n ', '\ufeff\n'])('%j is empty', async (text) => {
  const file = write(text);
  expect(await read(file)).toEqual({ ok: false, refusal: { code: 'prompt-empty', file } });
});

test.each([
  ['a NUL', Buffer.from('abc\0def'), 3],
  ['a stray byte', Buffer.from([0x61, 0xff, 0x62]), 1],
  ['a NUL before a stray byte', Buffer.from([0x61, 0x00, 0xff]), 1],
  ['a stray byte before a NUL', Buffer.from([0xc3, 0x28, 0x00]), 0],
  ['a character cut off at the end', Buffer.from([0x61, 0xe2, 0x82]), 1],
  ['the start of U+FFFD at the end', Buffer.from([0x61, 0xef, 0xbf]), 2],
  ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80]), 0],
])('%s is binary, and its place is named', async (_, bytes, offset) => {
  const file = write(bytes);
  expect(await read(file)).toEqual({ ok: false, refusal: { code: 'prompt-binary', file, offset } });
});

test('exactly the limit is fine, and one byte more is not', async () => {
  expect((await read(write('x'.repeat(1_000)))).ok).toBe(true);
  const file = write('x'.repeat(1_001));
  expect(await read(file)).toEqual({
    ok: false,
    refusal: { code: 'prompt-too-large', file, bytes: 1_001, limitBytes: 1_000 },
  });
});

test('two gigabytes are refused by their size, unread', async () => {
  const file = write('');
  truncateSync(file, 2 * 1024 ** 3);
  const startedAt = Date.now();
  expect(await readPrompt({ file, stdin: none })).toMatchObject({
    refusal: { code: 'prompt-too-large', bytes: 2 * 1024 ** 3 },
  });
  expect(Date.now() - startedAt).toBeLessThan(1_000);
});

test('an endless device is too large', async () => {
  expect(await read('/dev/zero')).toMatchObject({ refusal: { code: 'prompt-too-large' } });
});

test('an endless stdin is too large, and is let go', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024, 'x'));
    },
  });
  expect(await readPrompt({ file: '-', stdin: endless })).toMatchObject({
    refusal: { code: 'prompt-too-large' },
  });
  expect(endless.destroyed).toBe(true);
});

test('a pipe with a name is read to its end', async () => {
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const reading = read(fifo);
  execFile('sh', ['-c', 'printf %s "through a pipe" > "$0"', fifo]);
  expect(await reading).toEqual({ ok: true, value: 'through a pipe' });
});

test('what may not be read is unreadable', async () => {
  const stdin = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    })(),
  );
  expect(await readPrompt({ file: '-', stdin })).toEqual({
    ok: false,
    refusal: { code: 'prompt-unreadable', file: '-', problem: 'EIO: i/o error' },
  });
});

test('a link that leads to itself is unreadable', async () => {
  const file = join(folder, 'loop');
  symlinkSync('loop', file);
  expect(await read(file)).toMatchObject({ refusal: { code: 'prompt-unreadable', file } });
});
