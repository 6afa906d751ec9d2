import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { observeScope, parseScope, trySystemd } from './scope.ts';

/** A PATH where this script stands for a program of systemd. */
function programOf(name: string, script: string): Readonly<{ folder: string; env: Record<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-scope-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { folder, env: { PATH: `${folder}:/usr/bin:/bin`, TRIES: join(folder, 'tries') } };
}

test('a scope holds what its manager was given, and nothing where it was given nothing', async () => {
  const some = programOf('systemd-run', 'echo memory pids');
  expect(await trySystemd(some.env)).toEqual({
    systemd: { manager: 'user', controllers: ['memory', 'pids'] },
    isSure: true,
  });
  const none = programOf('systemd-run', 'exit 0');
  expect(await trySystemd(none.env)).toEqual({ systemd: null, isSure: true });
});

test('systemd that does not answer in time is asked again later', async () => {
  const { env } = programOf('systemd-run', 'exec sleep 60');
  expect(await trySystemd(env, 50)).toEqual({ systemd: null, isSure: false });
});

test('a scope that systemd still takes for active is looked at until it has heard of the end', async () => {
  const script = [
    'echo look >> "$TRIES"',
    'if [ "$(wc -l < "$TRIES")" -lt 3 ]; then printf "ActiveState=active\\nResult=success\\n"; exit; fi',
    'printf "ActiveState=failed\\nResult=oom-kill\\nCPUUsageNSec=15648635000\\n"',
  ];
  const { env, folder } = programOf('systemctl', script.join('\n'));
  expect(await observeScope('user', 'swarm-x-1.scope', env)).toMatchObject({
    cpuMs: 15_649,
    peakKb: null,
    isOutOfMemory: true,
  });
  expect(readFileSync(join(folder, 'tries'), 'utf8')).toBe('look\n'.repeat(3));
});

test('what systemd tells of a scope that the kernel ended at its limit', () => {
  expect(parseScope('Result=oom-kill\nMemoryPeak=104857600\nCPUUsageNSec=1500000000\n')).toEqual({
    cpuMs: 1500,
    peakKb: 102_400,
    nowKb: null,
    isOutOfMemory: true,
  });
});

test('a scope that is forgotten tells nothing: its largest number stands for none', () => {
  const text = 'Result=success\nMemoryPeak=[not set]\nCPUUsageNSec=18446744073709551615\n';
  expect(parseScope(text)).toEqual({ cpuMs: null, peakKb: null, nowKb: null, isOutOfMemory: false });
});
