import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTranscript } from '../../../src/runtime/attempt/transcript.ts';

function makePaths() {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-transcript-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const partsFolder = join(folder, 'c1', 'subagents');
  mkdirSync(partsFolder, { recursive: true });
  return { folder, file: join(folder, 'c1.jsonl'), partsFolder };
}

test('reads whole lines from the cursor on, of the transcript and of its parts', () => {
  const paths = makePaths();
  writeFileSync(paths.file, 'one\ntwo\nhal');
  writeFileSync(join(paths.partsFolder, 'agent-1.jsonl'), 'sub\n');
  writeFileSync(join(paths.partsFolder, 'agent-1.meta.json'), 'no\n');
  const first = readTranscript(paths, {});
  expect(first).toEqual([
    { name: 'c1.jsonl', lines: ['one', 'two'], bytes: 8 },
    { name: 'c1/subagents/agent-1.jsonl', lines: ['sub'], bytes: 4 },
  ]);
  const cursor = Object.fromEntries(first.map(({ name, bytes }) => [name, { bytes, messageId: null }]));
  expect(readTranscript(paths, cursor)).toEqual([]);
  appendFileSync(paths.file, 'f\n');
  expect(readTranscript(paths, cursor)).toEqual([{ name: 'c1.jsonl', lines: ['half'], bytes: 13 }]);
});

test('a line that is too long is passed over', () => {
  const paths = makePaths();
  writeFileSync(paths.file, `${'x'.repeat(9 * 1024 * 1024)}\nnext\n`);
  const [read] = readTranscript(paths, {});
  const rest = readTranscript(paths, { 'c1.jsonl': { bytes: read?.bytes ?? 0, messageId: null } });
  expect([read, ...rest].flatMap((part) => part?.lines ?? [])).toEqual(['next']);
});

test('nothing that is no plain file is read: no link, no pipe, no folder', () => {
  const paths = makePaths();
  writeFileSync(join(paths.folder, 'secret'), 'secret\n');
  symlinkSync(join(paths.folder, 'secret'), paths.file);
  execFileSync('mkfifo', [join(paths.partsFolder, 'agent-1.jsonl')]);
  mkdirSync(join(paths.partsFolder, 'agent-2.jsonl'));
  expect(readTranscript(paths, {})).toEqual([]);
  expect(readTranscript({ file: '/no/such/file', partsFolder: '/no/such/folder' }, {})).toEqual([]);
});
