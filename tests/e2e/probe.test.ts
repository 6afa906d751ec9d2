import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingOf } from './living.ts';
import { makeProject } from './project.ts';

type Report = Readonly<{
  ok: boolean;
  version: string;
  cases: { name: string; is: string; found: string }[];
}>;

/** A project with a program of this name first on the PATH. */
async function makeProbe(name: string, script: string) {
  const project = await makeProject();
  const bin = join(project.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH ?? ''}`, ANTHROPIC_API_KEY: 'of-the-person' };
  return {
    project,
    probe: (...words: string[]) => project.swarmWith({ env }, 'doctor', '--probe', ...words),
  };
}

const probesLeft = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('swarm-probe-'));

test('a CLI that does not work says so case by case, and nothing is left of it', async () => {
  const before = probesLeft();
  const { project, probe } = await makeProbe(
    'gemini',
    'if [ "$1" = --version ]; then echo 9.9.9; exit; fi\necho "$HOME $ANTHROPIC_API_KEY is odd" >&2\nexit 3',
  );
  const ran = await probe('gemini', '--json');
  expect(ran.code).toBe(1);
  const report = JSON.parse(ran.stdout) as Report;
  expect(report).toMatchObject({ ok: false, version: '9.9.9' });
  const found = Object.fromEntries(report.cases.map(({ name, is }) => [name, is]));
  expect(found).toEqual({
    turn: 'no',
    'two-way': 'skipped',
    resume: 'skipped',
    tool: 'no',
    permission: 'skipped',
    cancel: 'skipped',
  });
  // Neither the person's home nor their keys reach it.
  const [turn] = report.cases;
  expect(turn?.found).toMatch(/swarm-probe-\w+\/home +is odd/);
  expect(probesLeft()).toEqual(before);
  expect(livingOf(project)).toEqual([]);
});

test('what cannot be probed is refused before anything starts', async () => {
  const { probe } = await makeProbe('odd-agent', 'exit 3');
  expect((await probe('nonsense')).stderr).toContain('Unknown agent CLI: nonsense');
  expect((await probe('acp')).stderr).toContain('acp.command');
  expect((await probe('command')).code).toBe(1);
});
