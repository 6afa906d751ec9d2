import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { realStartProbe } from '../../../src/runtime/agent/real-start-probe.ts';

const env = {
  PATH: process.env.PATH ?? '',
  HOME: '/h',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};
const probe = realStartProbe(env);
let base = '';

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-probe-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const git = (folder: string, ...words: string[]): void => {
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  execFileSync('git', [...as, ...words], { cwd: folder, env, stdio: 'pipe' });
};
const contextIn = (workDir: string, own: Record<string, string> = {}) =>
  probe.observeContext({ workDir, env: own, mode: 'interactive', permissionMode: 'plan' });

test('a worktree and a folder inside belong to the main worktree of their repository', async () => {
  const main = join(base, 'main');
  mkdirSync(join(main, 'deep'), { recursive: true });
  git(main, 'init', '-q');
  git(main, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  git(main, 'worktree', 'add', '-q', join(base, 'tree'));
  expect((await contextIn(join(main, 'deep'))).repository).toBe(main);
  expect((await contextIn(join(base, 'tree'))).repository).toBe(main);
  expect((await contextIn(base)).repository).toBeNull();
});

test('a folder is known by its real name, and the agent by its own environment', async () => {
  mkdirSync(join(base, 'real'));
  symlinkSync(join(base, 'real'), join(base, 'other'));
  const context = await contextIn(join(base, 'other'), { HOME: '/elsewhere', EXTRA: '1' });
  expect(context).toMatchObject({
    workDir: join(base, 'real'),
    home: '/elsewhere',
    permissionMode: 'plan',
    env: { PATH: env.PATH, EXTRA: '1' },
  });
});

test('files are read, or only seen, and one that is not there is told apart from an empty one', async () => {
  const at = (name: string): string => join(base, name);
  writeFileSync(at('text'), '{}');
  writeFileSync(at('secret'), 'never read');
  writeFileSync(at('empty'), '');
  chmodSync(at('secret'), 0o000);
  const found = await probe.readFiles([
    { path: at('text'), look: 'text' },
    { path: at('secret'), look: 'exists' },
    { path: at('empty'), look: 'text' },
    { path: at('none'), look: 'text' },
    { path: at('text/below'), look: 'exists' },
    { path: base, look: 'text' },
  ]);
  expect(found).toEqual({
    [at('text')]: '{}',
    [at('secret')]: '',
    [at('empty')]: '',
    [at('none')]: null,
    [at('text/below')]: null,
    [base]: 'is a folder and should be a plain file',
  });
});
