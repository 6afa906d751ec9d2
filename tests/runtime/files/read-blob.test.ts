import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realBlobs } from '../../../src/runtime/files/blobs.ts';
import { readBlob } from '../../../src/runtime/files/read-blob.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'swarm-blobs-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('a blob is read as it was written', async () => {
  const blobs = folder();
  await realBlobs(blobs).ensure(hashOf('long'), 'long');
  expect(readBlob(blobs, hashOf('long'))).toBe('long');
});

test('what is missing, changed or a link to elsewhere is no blob', () => {
  const blobs = folder();
  writeFileSync(join(blobs, hashOf('a')), 'another');
  writeFileSync(join(blobs, 'outside'), 'b');
  symlinkSync('outside', join(blobs, hashOf('b')));
  for (const text of ['a', 'b', 'c']) expect(readBlob(blobs, hashOf(text))).toBeNull();
});
