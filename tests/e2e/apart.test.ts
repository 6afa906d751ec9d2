import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const SWARM = resolve(import.meta.dirname, '../../dist/bin/swarm');

type CreatedSession = Readonly<{ session_id: string; work_dir: string; warnings: readonly string[] }>;
type Doctor = Readonly<{ checks: readonly { name: string; is: string; found: string }[] }>;

/** A persona whose agent is this shell script, which lies in the repository. */
function writeAgent(project: TestProject, lines: readonly string[], more = ''): void {
  project.write('agent.sh', lines.join('\n'));
  project.write('task.md', 'Do as the script says.');
  project.write(
    'agents/script/script-agent.md',
    `---\nname: script\ncli: command\ncommand: [sh, agent.sh]\n${more}---\n`,
  );
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  const git = (...words: string[]) =>
    execFileSync('git', [...as, ...words], { cwd: project.root, env: project.env });
  git('add', '-A');
  git('commit', '-qm', 'An agent');
}

async function runAgent(project: TestProject, env: Record<string, string> = {}): Promise<CreatedSession> {
  const made = await project.swarmWith({ env }, 'create', 'script', 'task.md', '--workspace', '--json');
  expect(made).toMatchObject({ code: 0 });
  const created: CreatedSession = JSON.parse(made.stdout);
  expect((await project.swarm('wait', created.session_id, '--timeout', '60s')).code).toBe(0);
  return created;
}

const checkOf = async (project: TestProject, name: string, env: Record<string, string> = {}) => {
  const { stdout } = await project.swarmWith({ env }, 'doctor', '--json');
  return (JSON.parse(stdout) as Doctor).checks.find((check) => check.name === name);
};

const namesIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.slice(0, line.indexOf('=')));

const SECRETS = {
  GITHUB_TOKEN: 'hunter-1',
  DATABASE_URL: 'postgres://me:hunter-2@db/x',
  CACHE: 'redis://:hunter-3@cache/0',
  NPM_TOKEN: 'hunter-4',
  DEPLOY_KEY: 'hunter-5',
  LISTEN_FDS: '1',
};

test('secrets stay behind unless they are listed or set, and create and doctor name them', async () => {
  const pause = `env -u SWARM_ON_BEHALF ${SWARM} pause --all`;
  const install = ['sh', '-c', `env > "$HOME/install.txt"; ${pause} > "$HOME/pause.txt" 2>&1; true`];
  const project = await makeProject({ env: { pass: ['NPM_*'] }, workspace: { install } });
  writeAgent(project, ['env > env.txt'], 'env: {DEPLOY_KEY: of-the-persona}\n');
  const { work_dir, warnings } = await runAgent(project, SECRETS);

  const agents = namesIn(join(work_dir, 'env.txt'));
  const never = ['SWARM_READY_FD', 'SWARM_STORE', 'LISTEN_FDS'];
  expect(agents).toEqual(expect.arrayContaining(['PATH', 'NPM_TOKEN', 'DEPLOY_KEY', 'SWARM_ATTEMPT_TOKEN']));
  for (const name of ['GITHUB_TOKEN', 'DATABASE_URL', 'CACHE', ...never]) expect(agents).not.toContain(name);
  expect(readFileSync(join(work_dir, 'env.txt'), 'utf8')).toContain('DEPLOY_KEY=of-the-persona');
  expect(warnings).toEqual([expect.stringContaining('secrets: CACHE, DATABASE_URL, GITHUB_TOKEN. ')]);
  expect(warnings.join()).not.toContain('hunter');

  const installs = namesIn(join(project.home, 'install.txt'));
  expect(installs).toEqual(expect.arrayContaining(['PATH', 'NPM_TOKEN', 'SWARM_ON_BEHALF']));
  const withheld = ['GITHUB_TOKEN', 'DATABASE_URL', 'CACHE', 'DEPLOY_KEY', ...never];
  for (const name of withheld) expect(installs).not.toContain(name);
  expect(readFileSync(join(project.home, 'pause.txt'), 'utf8')).toContain('its environment hides');
  // The doctor looks at the environment of the supervisor that runs, not at its own.
  expect(await checkOf(project, 'environment')).toMatchObject({
    is: 'note',
    found: 'withheld from agents, gates and installs: CACHE, DATABASE_URL, DEPLOY_KEY, GITHUB_TOKEN',
  });
}, 60_000);

test('an agent is started by the program that agent.wrap names, and by none if that is missing', async () => {
  const project = await makeProject({ agent: { wrap: ['setpriv', '--no-new-privs'] } });
  writeAgent(project, ['grep NoNewPrivs /proc/self/status > privileges.txt']);
  const { work_dir } = await runAgent(project);
  expect(readFileSync(join(work_dir, 'privileges.txt'), 'utf8')).toBe('NoNewPrivs:\t1\n');
  expect(await checkOf(project, 'agent.wrap')).toMatchObject({ is: 'ok', found: 'setpriv --no-new-privs' });

  const set = ['--set', 'agent.wrap=no-such-program'];
  const refused = await project.swarm('create', 'script', 'task.md', ...set);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nothing was started')]);
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toHaveLength(1);
}, 60_000);

test('where bubblewrap does not work, "auto" says so before and runs without', async () => {
  const project = await makeProject({ agent: { wrap: 'auto' } });
  const bin = join(project.home, 'bin');
  mkdirSync(bin);
  const words = 'bwrap: No permissions to create new namespace';
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  writeAgent(project, ['echo done > done.txt']);
  const { work_dir, warnings } = await runAgent(project, env);
  expect(existsSync(join(work_dir, 'done.txt'))).toBe(true);
  expect(warnings).toEqual([
    expect.stringContaining(`agents run without it: bwrap does not work here: ${words}`),
  ]);
  expect(await checkOf(project, 'agent.wrap', env)).toMatchObject({ is: 'warn' });
}, 60_000);

/** Why bubblewrap cannot be tried here; null where it can. */
function findObstacle(): string | null {
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
  const { status, error, stderr } = spawnSync('bwrap', words, { encoding: 'utf8' });
  return status === 0 ? null : `bwrap does not work here: ${error?.message ?? stderr.trim()}`;
}

test('"auto" hides the store, other sessions and secrets, and the agent works all the same', async (at) => {
  const obstacle = findObstacle();
  at.skip(obstacle !== null, obstacle ?? '');
  const project = await makeProject({ agent: { wrap: 'auto' } });
  const secrets = [
    '.ssh/id_ed25519',
    '.aws/credentials',
    '.gnupg/key',
    '.config/gh/hosts.yml',
    '.netrc',
    '.npmrc',
  ];
  for (const name of secrets) {
    mkdirSync(join(project.home, name, '..'), { recursive: true });
    writeFileSync(join(project.home, name), 'hunter');
  }
  const { swarmDir, sessionsDir, dbFile, keyFile } = project.paths;
  const tries = [
    ...secrets.map((name) => `cat "$HOME/${name}"`),
    `cat ${dbFile}`,
    `cat ${keyFile}`,
    `ls ${swarmDir}/logs`,
    `ls ${sessionsDir}/other`,
    `touch ${swarmDir}/mine`,
    'touch "$HOME/.bashrc"',
    'umount "$HOME/.ssh" && cat "$HOME/.ssh/id_ed25519"',
    `echo '{}' > ${project.root}/swarm.config.json`,
    `echo evil > ${project.root}/.git/hooks/post-checkout`,
    'git config user.name evil',
    'swarm status',
    'env -u SWARM_ATTEMPT_DIR -u SWARM_STORE_HIDDEN swarm pause --all',
  ];
  mkdirSync(join(sessionsDir, 'other'), { recursive: true });
  writeAgent(project, [
    ...tries.map((words, nth) => `(${words}) > /dev/null 2>&1 && echo "${nth}" >> broken.txt`),
    'echo work > work.txt && git add work.txt',
    'git -c user.name=t -c user.email=t@example.invalid commit -qm "Work" || exit 1',
    'swarm send person "from inside" || exit 1',
    `env -i PATH="$PATH" HOME="$HOME" setsid -f sh -c 'swarm pause --all > hidden.txt 2>&1'`,
    'while ! grep -q . hidden.txt; do sleep 0.05; done',
    `ls ${sessionsDir} > sessions.txt`,
    'echo \'{"summary": "done"}\' > "$SWARM_RESULT_FILE"',
  ]);
  const { session_id: id, work_dir } = await runAgent(project);

  const broken = existsSync(join(work_dir, 'broken.txt'))
    ? readFileSync(join(work_dir, 'broken.txt'), 'utf8')
    : '';
  expect(
    broken
      .split('\n')
      .filter(Boolean)
      .map((nth) => tries[Number(nth)]),
  ).toEqual([]);
  // It has left its parent, its session and its environment, and the sandbox is all that is left of it.
  expect(readFileSync(join(work_dir, 'hidden.txt'), 'utf8')).toContain('its environment hides');
  expect(readFileSync(join(work_dir, 'sessions.txt'), 'utf8')).toBe(`${id}\n`);
  const log = execFileSync('git', ['log', '-1', '--format=%s'], {
    cwd: work_dir,
    env: project.env,
    encoding: 'utf8',
  });
  expect(log).toBe('Work\n');
  expect(await project.json('inbox')).toMatchObject({ messages: [{ body: 'from inside' }] });
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ summary: 'done' });
  expect(await checkOf(project, 'agent.wrap')).toMatchObject({
    is: 'ok',
    found: expect.stringContaining('bwrap hides'),
  });
}, 60_000);
