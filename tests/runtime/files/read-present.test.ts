import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPresent } from '../../../src/runtime/files/read-present.ts';

test('only a plain text inside the folders is read, whatever links lead to', async () => {
  const base = mkdtempSync(join(tmpdir(), 'swarm-present-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const at = (...names: string[]): string => join(base, ...names);
  for (const folder of ['in', 'in/deep', 'inside-out', 'out']) mkdirSync(at(folder));
  for (const file of ['in/a', 'in/deep/a', 'out/secret', 'inside-out/a']) writeFileSync(at(file), file);
  writeFileSync(at('in/binary'), 'a\0b');
  symlinkSync(at('out'), at('in/way-out'));
  symlinkSync(at('out/secret'), at('in/link'));
  execFileSync('mkfifo', [at('in/pipe')]);

  const read = (path: string) => readPresent([at('in'), at('missing')], path);
  expect(await read(at('in', 'a'))).toBe('in/a');
  expect(await read(at('in', 'deep', '..', 'deep', 'a'))).toBe('in/deep/a');
  const others = ['in/way-out/secret', 'in/link', 'in/pipe', 'in/binary', 'in/none', 'in/none/a', 'in/deep'];
  for (const path of [...others, 'out/secret', 'inside-out/a', 'in/../out/secret'])
    expect(await read(`${base}/${path}`), path).toBeNull();
  expect(await read('a')).toBeNull();
});
