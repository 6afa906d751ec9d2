import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const LOCAL = '.claude/settings.local.json';
const read = (project: TestProject, file = LOCAL): string => readFileSync(join(project.root, file), 'utf8');

test('hooks are added only with consent, and taken out to the byte', async () => {
  const project = await makeProject();
  const mine = '{ "model":"opus",\n\t"hooks": {"Stop": []} }';
  project.write(LOCAL, mine);
  const asked = await project.swarm('install-hooks');
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('was not changed') });
  expect(asked.stdout).toContain('ask.sh');
  expect(read(project)).toBe(mine);
  expect((await project.swarm('install-hooks', '--yes')).code).toBe(0);
  const { model, hooks } = JSON.parse(read(project));
  expect([model, Object.keys(hooks)]).toEqual([
    'opus',
    ['Stop', 'SessionStart', 'UserPromptSubmit', 'SessionEnd'],
  ]);
  expect((await project.swarm('install-hooks', '--yes')).stdout).toContain('has them already');
  expect((await project.swarm('uninstall-hooks', '--yes')).code).toBe(0);
  expect(read(project)).toBe(mine);
});

test('a file that was not there is removed again, one that was changed since keeps the change', async () => {
  const project = await makeProject();
  await project.swarm('install-hooks', '--yes');
  await project.swarm('uninstall-hooks', '--yes');
  expect(existsSync(join(project.root, '.claude'))).toBe(false);
  await project.swarm('install-hooks', '--yes', '--shared');
  const file = '.claude/settings.json';
  writeFileSync(join(project.root, file), read(project, file).replace('{', '{ "model": "opus",'));
  expect((await project.swarm('uninstall-hooks', '--yes', '--shared')).code).toBe(0);
  expect(JSON.parse(read(project, file))).toMatchObject({ model: 'opus', hooks: { SessionStart: [] } });
});

test('settings that are no JSON, a link or a pipe are refused and stay as they are', async () => {
  const project = await makeProject();
  project.write(LOCAL, 'not json');
  const broken = await project.swarm('install-hooks', '--yes');
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('is not settings in JSON') });
  expect(read(project)).toBe('not json');
  const shared = join(project.root, '.claude/settings.json');
  symlinkSync(project.write('elsewhere.json', '{}'), shared);
  expect((await project.swarm('install-hooks', '--yes', '--shared')).code).toBe(1);
  expect(read(project, 'elsewhere.json')).toBe('{}');
  execFileSync('rm', [shared]);
  execFileSync('mkfifo', [shared]);
  expect((await project.swarm('install-hooks', '--yes', '--shared')).code).toBe(1);
});

test('the program that hooks call says nothing outside of a project, or in a session of Swarm', async () => {
  const project = await makeProject();
  const script = resolve(import.meta.dirname, '../../plugin/hooks/ask.sh');
  const elsewhere = join(project.root, '../elsewhere');
  mkdirSync(elsewhere);
  const bin = resolve(import.meta.dirname, '../../dist/bin');
  // More than a pipe holds, so that a program which does not take its input is seen.
  const input = JSON.stringify({ session_id: 'c1', tool_output: 'x'.repeat(900_000) });
  const run = (cwd: string, env: Record<string, string> = {}): string =>
    execFileSync('sh', [script, 'session-start'], {
      cwd,
      input,
      encoding: 'utf8',
      env: { ...project.env, PATH: `${bin}:${project.env.PATH}`, ...env },
    });
  expect(run(elsewhere)).toBe('');
  expect(run(project.root, { SWARM_ATTEMPT_DIR: '/x' })).toBe('');
  expect(run(project.root, { PATH: '/usr/bin:/bin' })).toBe('');
  const told = JSON.parse(run(project.root)) as { hookSpecificOutput: { additionalContext: string } };
  expect(told.hookSpecificOutput.additionalContext).toMatch(/^You are \w+-\d{13} in this project/);
});
