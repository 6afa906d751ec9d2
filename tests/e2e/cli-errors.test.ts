import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject } from './project.ts';

const HUGE_BYTES = 2 * 1024 ** 3;

test('whatever is wrong with create is told in one line with a hint, and nothing is created', async () => {
  const project = await makeProject();
  const task = project.write('task.md', 'Do it.\n');
  project.write('empty.md', ' \n');
  project.write('binary.md', Buffer.from([0x61, 0, 0x62]));
  truncateSync(project.write('huge.md', ''), HUGE_BYTES);
  project.write('roles/broken.md', '---\nname: broken\nmodle: x\n---\nYou.\n');
  const cases: readonly (readonly [words: string[], message: string])[] = [
    [['nobody', task], "❌ Agent 'nobody' not found in agents/"],
    [['rehersal', task], 'ℹ️  Did you mean: rehearsal?'],
    [['../rehearsal', task], '❌ <agent>: may hold letters'],
    [['broken', task], 'roles/broken.md:3: unknown key "modle"; did you mean "model"?'],
    [['rehearsal', 'none.md'], '❌ Task prompt file not found: none.md'],
    [['rehearsal', 'empty.md'], '❌ Task prompt is empty: empty.md'],
    [['rehearsal', 'binary.md'], '❌ Task prompt is not text: binary.md (byte 1)'],
    [['rehearsal', 'huge.md'], '❌ Task prompt is too large: huge.md (2048.0 MB, at most 8.0 MB)'],
    [['rehearsal', task, '--mode', 'fast'], '❌ --mode: expected one of headless, interactive, found "fast"'],
    [['rehearsal', task, '--cli', 'clade'], '❌ Unknown agent CLI: clade'],
    [['rehearsal', task, '--race', 'claude,nonsense'], '❌ Unknown agent CLI: nonsense'],
    [['rehearsal', task, '--best-of', '2', '--judge', 'nosuch'], 'ℹ️  There are '],
    [['rehearsal', task, '--race', '2', '--budget', '0'], 'a race needs more than 0'],
  ];
  for (const [words, message] of cases) {
    const ran = await project.swarm('create', ...words);
    expect([words, ran.code, ran.stdout]).toEqual([words, 1, '']);
    expect(ran.stderr).toContain(message);
  }
  expect((await project.swarm('list')).stdout).toBe('No sessions found\n');
  expect((await project.swarm('create', '--help')).stdout.match(/--set </g)).toHaveLength(1);
});

test('a broken configuration names its place, and no command works around it', async () => {
  const project = await makeProject();
  const cases: readonly (readonly [text: string, message: string])[] = [
    ['{\n  "limits": {\n    "sesions": 5 } }', 'swarm.config.json:3: unknown key "limits.sesions"'],
    ['{ "limits": { "sessions": "many" } }', 'limits.sessions: expected a whole number'],
    ['{\n  "retries": 1,\n}', 'swarm.config.json: not valid JSON at line 3, column 1'],
  ];
  for (const [text, message] of cases) {
    project.write('swarm.config.json', text);
    const ran = await project.swarm('list');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(message);
    expect((await project.json<{ error: { code: string } }>('list')).error.code).toBe('usage');
  }
  project.write('swarm.config.json', '{}');
});

test('outside of a project a command says so', async () => {
  const project = await makeProject();
  const elsewhere = mkdtempSync(join(tmpdir(), 'swarm-nowhere-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const ran = await project.swarmWith({ cwd: elsewhere }, 'list');
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('No project found')]);
  const other = await project.swarm('-C', join(elsewhere, 'gone'), 'list');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('-C: there is no folder')]);
});

test('with --json stdout holds one value whatever happens, and stderr nothing', async () => {
  const project = await makeProject();
  for (const words of [
    ['list'],
    ['status', 'nope'],
    ['list', '--nope'],
    ['create', 'nobody', 'x'],
    ['nope'],
  ]) {
    const ran = await project.swarm(...words, '--json');
    expect(() => JSON.parse(ran.stdout)).not.toThrow();
    expect(ran.stderr).toBe('');
  }
});

test('an agent CLI that is not installed is told before anything is written', async () => {
  const project = await makeProject();
  const task = project.write('task.md', 'Do it.\n');
  const ran = await project.swarmWith(
    { env: { PATH: project.home } },
    'create',
    'developer',
    task,
    '--cli',
    'codex',
  );
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toContain('❌ codex is not installed or not on the PATH');
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
});
