import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type ProgramEnd, type TestProject } from './project.ts';

const KEY = 'sk-ant-made-up-0123456789abcdefghij';
const VERSION = 'echo "2.1.325 (Claude Code)"';
const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');

type Check = Readonly<{ name: string; is: string; found: string; remedy: string }>;
type Report = Readonly<{ ok: boolean; checks: readonly Check[]; fixes?: readonly Record<string, unknown>[] }>;
type Clinic = Readonly<{
  project: TestProject;
  env: Record<string, string>;
  state: string;
  doctor: (...words: string[]) => Promise<ProgramEnd>;
  report: (...words: string[]) => Promise<Report>;
  checks: (name: string) => Promise<readonly Check[]>;
}>;

type Options = Readonly<{
  claude?: string | null;
  env?: Record<string, string>;
  cli?: string;
  mode?: string;
}>;

/** A project, and a PATH whose only agent CLI is a program that runs this script. */
async function makeClinic({ claude = VERSION, env: more = {}, ...config }: Options = {}): Promise<Clinic> {
  const project = await makeProject({ cli: 'claude', ...config });
  const bin = join(project.root, '..', 'bin');
  mkdirSync(bin);
  for (const name of ['sh', 'git', 'tmux', 'sleep', 'touch', 'node']) {
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(bin, name),
    );
  }
  if (claude !== null) {
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\n${claude}\n`);
    chmodSync(join(bin, 'claude'), 0o755);
  }
  const env = { PATH: bin, ANTHROPIC_API_KEY: KEY, ...more };
  const doctor: Clinic['doctor'] = (...words) => project.swarmWith({ env }, 'doctor', ...words);
  const report: Clinic['report'] = async (...words) => JSON.parse((await doctor(...words, '--json')).stdout);
  return {
    project,
    env,
    state: join(project.home, '.claude.json'),
    doctor,
    report,
    checks: async (name) => (await report()).checks.filter((one) => one.name === name),
  };
}

const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));

test('a CLI that is there is told with path, version and login, and nothing at home is touched', async () => {
  const { project, env, doctor, checks } = await makeClinic();
  const ran = await doctor();
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain(`${env.PATH}/claude, 2.1.325, reports cost`);
  expect(ran.stdout).toContain('ANTHROPIC_API_KEY');
  expect(ran.stdout + ran.stderr).not.toContain(KEY.slice(-10));
  expect(await checks('claude login')).toMatchObject([{ is: 'ok', found: 'ANTHROPIC_API_KEY' }]);
  expect(readdirSync(project.home)).toEqual([]);
});

test('dialogs of a fresh user are foreseen, and matter to a project that works on screens', async () => {
  const { project, checks } = await makeClinic({ mode: 'interactive' });
  const screen = await checks('claude screen');
  expect(screen.map(({ is }) => is)).toEqual(['warn', 'warn', 'warn']);
  expect(screen.map(({ found }) => found).join('\n')).toContain(project.root);
  expect(screen.every(({ remedy }) => remedy !== '')).toBe(true);
  const headless = await makeClinic();
  expect((await headless.checks('claude screen')).map(({ is }) => is)).toEqual(['note', 'note', 'note']);
});

test('a CLI that is missing is bad where it is used, with the line that installs it', async () => {
  const used = await makeClinic({ claude: null });
  const ran = await used.doctor();
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringMatching(/bad +claude +not found → npm install/)]);
  const unused = await makeClinic({ claude: null, cli: 'rehearsal' });
  expect([(await unused.doctor()).code, await unused.checks('claude')]).toMatchObject([0, [{ is: 'note' }]]);
});

test.each([
  ['hangs', 'exec sleep 60', 'bad', 'within 3 s'],
  ['fails', 'echo boom >&2; exit 7', 'bad', 'boom'],
  ['is too old', 'echo "1.0.9"', 'warn', 'or newer is supported'],
])('a CLI that %s is reported, not waited for', async (...[, claude, is, words]) => {
  const { checks } = await makeClinic({ claude });
  expect(await checks('claude')).toMatchObject([{ is, found: expect.stringContaining(words) }]);
});

test('a login that is missing is bad, and one in a file is found without being read', async () => {
  const { project, doctor, checks } = await makeClinic({ env: { ANTHROPIC_API_KEY: '' } });
  expect((await doctor()).code).toBe(1);
  expect(await checks('claude login')).toMatchObject([
    { is: 'bad', remedy: expect.stringContaining('log in') },
  ]);
  mkdirSync(join(project.home, '.claude'));
  const file = join(project.home, '.claude', '.credentials.json');
  writeFileSync(file, 'no business of ours');
  expect(await checks('claude login')).toMatchObject([{ is: 'ok', found: file }]);
});

test('the permission mode of a persona is shown, and one that skips asking is a warning', async () => {
  const { project, checks } = await makeClinic();
  for (const [name, mode] of [
    ['bold', 'bypassPermissions'],
    ['calm', 'plan'],
  ]) {
    project.write(
      `roles/${name}.md`,
      `---\nname: ${name}\npermission_mode: ${mode}\n---\nYou are ${name}.\n`,
    );
  }
  const bold = { is: 'warn', found: expect.stringContaining('bypassPermissions: does everything') };
  expect(await checks('persona bold')).toMatchObject([bold]);
  expect(await checks('persona calm')).toMatchObject([{ is: 'ok', found: expect.stringContaining('plan') }]);
});

test('without a terminal and without --yes nothing is changed, and the way is told', async () => {
  const { project, doctor } = await makeClinic();
  const ran = await doctor('--fix');
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining('swarm doctor --fix --yes')]);
  expect(ran.stdout).toContain('hasCompletedOnboarding');
  expect(readdirSync(project.home)).toEqual([]);
  expect((await doctor('--yes')).code).toBe(1);
});

test('--fix --yes sets what was shown, keeps a dated copy, and a second run has nothing to do', async () => {
  const { project, state, doctor, report } = await makeClinic();
  const before = '{\n  "numStartups": 12345678901234567890,\n  "projects": {"/other": {"x": 1}}\n}\n';
  writeFileSync(state, before);
  chmodSync(state, 0o640);

  const first = await report('--fix', '--yes');
  expect(first.fixes).toMatchObject([
    { file: state, key: ['hasCompletedOnboarding'], from: null, to: true, is: 'made' },
    { file: state, key: ['projects', project.root, 'hasTrustDialogAccepted'], from: null, is: 'made' },
  ]);
  expect(first.ok).toBe(true);
  expect(readFileSync(state, 'utf8')).toContain('12345678901234567890');
  expect(read(state)).toMatchObject({
    hasCompletedOnboarding: true,
    projects: { '/other': { x: 1 }, [project.root]: { hasTrustDialogAccepted: true } },
  });
  const backups = readdirSync(project.home).filter((name) => name.endsWith('.bak'));
  expect(backups.map((name) => readFileSync(join(project.home, name), 'utf8'))).toEqual([before]);
  expect(statSync(state).mode & 0o777).toBe(0o640);

  const second = await doctor('--fix', '--yes');
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('Nothing to fix')]);
  expect(readdirSync(project.home)).toHaveLength(2);
});

test('a file that a running CLI would write over is left alone', async () => {
  const { project, state, doctor } = await makeClinic();
  const running = join(project.home, '.claude', 'sessions', `${process.pid}.json`);
  mkdirSync(join(running, '..'), { recursive: true });
  writeFileSync(running, '{}');
  const ran = await doctor('--fix', '--yes');
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining(running)]);
  expect(existsSync(state)).toBe(false);
  rmSync(running);
  expect((await doctor('--fix', '--yes')).code).toBe(0);
});

test('a file that is not JSON is told of and never rewritten', async () => {
  const { project, state, doctor } = await makeClinic();
  writeFileSync(state, '{"half": ');
  const ran = await doctor('--fix', '--yes');
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining(`fix ${state}`)]);
  expect([readFileSync(state, 'utf8'), readdirSync(project.home)]).toEqual(['{"half": ', ['.claude.json']]);
});

test('on a terminal each change is asked for, and only what was agreed to is made', async () => {
  const { project, env, state } = await makeClinic();
  const done = join(project.root, 'done');
  // The login shell of a pane sets a PATH of its own.
  const given = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const line = `${given.join(' ')} ${process.execPath} ${BUNDLE} doctor --fix`;
  const shell = `${line}; echo "code $?"; touch ${done}; exec sleep 60`;
  project.tmux('new-session', '-d', '-x', '200', '-y', '50', '-c', project.root, shell);
  const screen = () => project.tmux('capture-pane', '-p');
  const asked = (times: number) =>
    vi.waitFor(() => expect(screen().split('Change it? [y/N]'), screen()).toHaveLength(times + 1), {
      timeout: 20_000,
    });

  await asked(1);
  expect(screen()).toContain('(not set) → true');
  project.tmux('send-keys', 'y', 'Enter');
  await asked(2);
  project.tmux('send-keys', 'Enter');
  await vi.waitFor(() => expect(existsSync(done)).toBe(true), { timeout: 20_000 });
  expect(screen()).toContain('code 1');
  expect(screen()).toContain('Left alone: projects');
  expect(read(state)).toEqual({ hasCompletedOnboarding: true });
});
