import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beadsQueue } from '../../../src/runtime/queue/beads-queue.ts';

/** A `bd` on the PATH that notes its words and does as it is told. */
function makeBeads(script: string, limitMs = 3_000) {
  const root = mkdtempSync(join(tmpdir(), 'swarm-beads-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const log = join(root, 'log');
  writeFileSync(log, '');
  writeFileSync(join(root, 'bd'), `#!/bin/sh\nprintf '%s\\n' "$*" >>"${log}"\n${script}\n`);
  chmodSync(join(root, 'bd'), 0o755);
  const env = { PATH: `${root}:${process.env.PATH}` };
  return {
    queue: beadsQueue({ root, env, limitMs }),
    told: () => readFileSync(log, 'utf8').trim().split('\n'),
  };
}

test('what is ready is asked for as JSON, and one issue by its id', async () => {
  const { queue, told } = makeBeads('echo "[]"');
  expect(await queue.observeReady()).toEqual({ list: '[]\n', warning: null });
  await queue.observeOne('bd-1');
  expect(told()).toEqual(['ready --limit 1000 --json', 'show bd-1 --json']);
});

test('it is told of claims, releases, failures and ends', async () => {
  const { queue, told } = makeBeads('echo "{}"');
  for (const news of ['claimed', 'released', 'failed', 'done'] as const) {
    expect(await queue.ensureTold('bd-1', news, news === 'done' ? 'merged; rm -rf /' : '')).toBeNull();
  }
  expect(told()).toEqual([
    'update bd-1 --status in_progress --json',
    'update bd-1 --status open --json',
    'update bd-1 --status blocked --notes Failed: no reason given --json',
    'close bd-1 --reason merged; rm -rf / --json',
  ]);
});

test('a program that fails, hangs or is not there is a warning', async () => {
  const failing = makeBeads('echo "no database found" >&2; exit 1').queue;
  expect(await failing.observeReady()).toEqual({ list: null, warning: 'bd ready: no database found' });
  const hanging = makeBeads('exec sleep 60', 100).queue;
  expect((await hanging.observeReady()).warning).toContain('bd did not answer within 100 ms');
  const missing = beadsQueue({ root: tmpdir(), env: { PATH: '/nowhere' } });
  expect(await missing.ensureTold('bd-1', 'done', '')).toContain('bd is not installed');
});
