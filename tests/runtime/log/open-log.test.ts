import { closeSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realGates } from '../../../src/runtime/gate/real-gates.ts';
import { openLog } from '../../../src/runtime/log/open-log.ts';
import { ODD_THINGS } from '../agent-files/odd-things.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const EVERYTHING = {
  ...ODD_THINGS,
  'a second name of a file outside': (path: string, outside: string) => linkSync(outside, path),
};

test.each(Object.entries(EVERYTHING))(
  '%s in the place of a log is set aside, and the log says so',
  async (_, make) => {
    const base = aFolder();
    const outside = join(base, 'outside');
    writeFileSync(outside, 'theirs\n');
    const file = join(base, 'a.log');
    await make(file, outside);
    closeSync(openLog({ file, base, isFresh: true }));
    expect(readFileSync(file, 'utf8')).toMatch(
      /^swarm: \S+a\.log (is|has) .*; it is now \S+\.aside-1-a\.log\n$/,
    );
    expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
  },
);

test.each(Object.entries(ODD_THINGS).filter(([kind]) => !kind.startsWith('a folder')))(
  '%s in the place of its folder is set aside',
  async (_, make) => {
    const base = aFolder();
    const outside = aFolder();
    await make(join(base, 'logs'), outside);
    const file = join(base, 'logs', 'a.log');
    closeSync(openLog({ file, base, isFresh: false }));
    expect(readFileSync(file, 'utf8')).toContain('logs is a');
    expect(readdirSync(outside)).toEqual([]);
  },
);

test('a gate runs to its end although a pipe lies where its log belongs', async () => {
  const base = aFolder();
  const logsDir = join(base, 'logs');
  const gates = realGates({
    root: base,
    logsDir,
    commands: { env: { PATH: process.env.PATH ?? '' }, wrap: null },
    limitMs: 20_000,
  });
  const { signal } = new AbortController();
  expect(await gates.run({ name: 'g', command: 'true', workDir: null }, signal)).toEqual({ isGreen: true });
  rmSync(join(logsDir, 'gates/g.log'));
  await ODD_THINGS['a named pipe']?.(join(logsDir, 'gates/g.log'), '');
  expect(await gates.run({ name: 'g', command: 'true', workDir: null }, signal)).toEqual({ isGreen: true });
});
