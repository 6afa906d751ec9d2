import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeTrust, trustRecord } from '../../src/runtime/project/trust.ts';
import { makeProject, type TestProject } from './project.ts';

const LIMIT = { timeout: 60_000 };
const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const ESCAPE = '\u001b';

/** A project that this person has only cloned. */
async function makeClone(config: Readonly<Record<string, unknown>> = {}): Promise<TestProject> {
  const project = await makeProject(config);
  removeTrust(project.root, project.env);
  return project;
}

type Trust = Readonly<{
  trusted: boolean;
  because: string | null;
  record: string;
  runs: readonly Readonly<{ by: string; file: string; what: string; text: string }>[];
}>;

const git = ({ root, env }: TestProject, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('a cloned project runs nothing before it is trusted, and says how to trust it', LIMIT, async () => {
  const project = await makeClone({ gate: { command: 'touch gate-ran' } });
  const task = project.script('task', ['say: hello']);
  const refused = await project.swarm('create', 'rehearsal', task);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Not trusted yet');
  expect(refused.stderr).toContain('swarm trust');
  expect(refused.stderr).toContain('SWARM_TRUST=1');
  expect(existsSync(project.paths.swarmDir)).toBe(false);
  expect((await project.swarm('supervisor', 'run')).code).toBe(1);

  const once = await project.swarmWith({ env: { SWARM_TRUST: '1' } }, 'create', 'rehearsal', task);
  expect([once.code, once.stderr]).toEqual([0, '']);
  expect((await project.swarm('create', 'rehearsal', task)).code).toBe(1);

  expect((await project.swarm('trust')).stdout).toContain('Trusted');
  expect(readFileSync(trustRecord(project.root, project.env), 'utf8')).toBe(project.root);
  expect((await project.swarm('create', 'rehearsal', task)).code).toBe(0);
  expect((await project.json<Trust>('trust', '--revoke')).trusted).toBe(false);
  expect((await project.swarm('create', 'rehearsal', task)).code).toBe(1);
});

test('all that would run is shown, whole and with its control characters', LIMIT, async () => {
  const project = await makeClone({
    workspace: { install: ['sh', '-c', 'evil'] },
    merge: { check: 'check' },
  });
  project.write('mcp.json', '{"mcpServers":{"theirs":{"command":"server"}}}');
  project.write(
    'agents/dev/dev-agent.md',
    '---\ncommand: [run, it]\nmcp_config: mcp.json\nenv: {LEAK: all}\n---\nHi\n',
  );
  project.write('roles/reader.md', '---\ncli: claude\npermission_mode: bypassPermissions\n---\nHi\n');
  project.write('.claude/settings.json', `{"hooks":{"SessionStart":"steal${ESCAPE}[2K"}}`);
  project.write('.mcp.json', '{"mcpServers":{}}');
  project.write('.codex/config.toml', 'notify = ["steal"]');
  project.write('.gemini/settings.json', '{"hooks":1}');
  project.write('opencode.json', '{"mcp":{}}');
  git(project, 'config', 'filter.theirs.clean', 'steal');
  git(project, 'config', 'core.editor', 'never run by Swarm');
  const { trusted, runs } = await project.json<Trust>('trust', '--show');
  expect(trusted).toBe(false);
  expect(runs.map(({ by, file, what }) => `${by} ${file} ${what}`)).toEqual([
    'swarm swarm.config.json setting workspace.install',
    'swarm swarm.config.json setting merge.check',
    'swarm agents/dev/dev-agent.md persona dev',
    'swarm roles/reader.md persona reader',
    'swarm mcp.json given to an agent CLI',
    'cli .claude/settings.json read by Claude Code',
    'cli .mcp.json read by Claude Code',
    'cli opencode.json read by opencode',
    'cli .codex/config.toml read by Codex',
    'cli .gemini/settings.json read by Gemini CLI',
    'cli .git/config run by git, filter.theirs.clean',
  ]);
  const shown = (await project.swarm('trust', '--show')).stdout;
  for (const text of ['["sh","-c","evil"]', 'env: LEAK=all', 'bypassPermissions', '"command":"server"'])
    expect(shown).toContain(text);
  expect(shown).toContain('<U+001B>');
  expect(shown).not.toContain(ESCAPE);
});

test('reading an untrusted project starts nothing, makes nothing and connects nowhere', LIMIT, async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const store = `postgres://127.0.0.1:${port}/theirs`;
  const project = await makeClone({ store });
  for (const words of [
    ['list'],
    ['questions'],
    ['loop', 'list'],
    ['queue', 'list'],
    ['events'],
    ['doctor'],
  ]) {
    const ran = await project.swarmWith({ env: { SWARM_NO_START: '' } }, ...words);
    expect([words, ran.code]).toEqual([words, words[0] === 'doctor' ? expect.any(Number) : 0]);
  }
  expect((await project.swarm('list')).stderr).toContain('not trusted');
  expect(connections).toBe(0);
  expect(existsSync(project.paths.swarmDir)).toBe(false);
  expect((await project.swarm('supervisor', 'status')).stdout).toContain('No supervisor runs');
  // The person's own environment is the person's word.
  await project.swarmWith({ env: { SWARM_STORE: store } }, 'list');
  expect(connections).toBeGreaterThan(0);
});

test('a project that one sets up, and one with nothing of its own, cost no question', LIMIT, async () => {
  const project = await makeClone();
  rmSync(join(project.root, 'swarm.config.json'));
  const task = project.script('task', ['say: hello']);
  const env = { SWARM_CLI: 'rehearsal' };
  expect((await project.swarmWith({ env }, 'create', 'rehearsal', task)).code).toBe(0);

  const other = await makeClone();
  rmSync(join(other.root, 'swarm.config.json'));
  expect(await other.json('init')).toMatchObject({ trusted: true });
  other.write('swarm.config.json', JSON.stringify({ cli: 'rehearsal', gate: { command: 'mine' } }));
  expect((await other.swarm('queue', 'add', 'work')).code).toBe(0);
});

test('outside of a project there is nothing to trust', LIMIT, async () => {
  const project = await makeProject();
  const ran = await project.swarmWith({ cwd: project.home }, 'trust');
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('No project found')]);
});

test('setting up a project that brings its own commands does not trust it', LIMIT, async () => {
  const project = await makeClone({ merge: { check: 'theirs' } });
  expect(await project.json('init')).toMatchObject({ trusted: false });
  expect((await project.swarm('init')).stdout).toContain('Not trusted yet');
  expect((await project.swarm('queue', 'add', 'work')).code).toBe(1);
});

test(
  'a worktree of a trusted repository is trusted, and a folder that only says so is not',
  LIMIT,
  async () => {
    const project = await makeProject({ merge: { check: 'mine' } });
    const other = join(project.root, '..', 'other');
    git(project, 'worktree', 'add', '-q', other);
    const trust = async (folder: string): Promise<Trust> =>
      JSON.parse((await project.swarmWith({ cwd: folder }, 'trust', '--show', '--json')).stdout) as Trust;
    expect(await trust(other)).toMatchObject({ trusted: true, because: 'worktree' });
    const forged = join(project.root, '..', 'forged');
    mkdirSync(forged);
    project.write('../forged/.git', readFileSync(join(other, '.git'), 'utf8'));
    project.write('../forged/swarm.config.json', '{"merge":{"check":"theirs"}}');
    expect(await trust(forged)).toMatchObject({ trusted: false });
  },
);

test('a .swarm folder that came with the repository is refused, trusted or not', LIMIT, async () => {
  const project = await makeProject();
  await project.swarm('queue', 'add', 'theirs');
  await project.swarm('supervisor', 'stop');
  rmSync(join(project.paths.swarmDir, '.gitignore'));
  git(project, 'add', '-f', '.swarm/swarm.db');
  git(project, 'commit', '-qm', 'Bring rows');
  removeTrust(project.root, project.env);
  for (const words of [['loop', 'list'], ['queue', 'list'], ['list']]) {
    const ran = await project.swarm(...words);
    expect([words, ran.code]).toEqual([words, 2]);
    expect(ran.stderr).toContain('.swarm/ is part of this repository');
  }
  await project.swarm('trust');
  const started = await project.swarm('supervisor', 'start');
  expect(started.code).not.toBe(0);
  expect(started.stderr).toContain('.swarm/ is part of this repository');
});

test('a .swarm that is a link is refused', LIMIT, async () => {
  const project = await makeProject();
  const elsewhere = join(project.root, '..', 'elsewhere');
  await project.swarm('queue', 'add', 'work');
  await project.swarm('supervisor', 'stop');
  renameSync(project.paths.swarmDir, elsewhere);
  symlinkSync(elsewhere, project.paths.swarmDir);
  expect((await project.swarm('list')).stderr).toContain('is a symbolic link');
  removeTrust(project.root, project.env);
  expect((await project.swarm('list')).stderr).toContain('is a symbolic link');
  rmSync(project.paths.swarmDir);
});

test('the word of trust goes to no agent, and an agent cannot give it', LIMIT, async () => {
  const project = await makeClone({ merge: { check: 'theirs' } });
  const task = project.script('task', ['run: env > seen.txt', 'result: {ok: true}']);
  const env = { SWARM_TRUST: '1' };
  const made = await project.swarmWith({ env }, 'create', 'rehearsal', task, '--quiet');
  await project.swarmWith({ env }, 'wait', made.stdout.trim());
  expect(readFileSync(join(project.root, 'seen.txt'), 'utf8')).not.toContain('SWARM_TRUST');

  const inside = { SWARM_ATTEMPT_DIR: join(project.root, '..', 'attempt'), SWARM_TRUST: '1' };
  expect((await project.swarmWith({ env: inside }, 'trust')).stderr).toContain('for people');
  const created = await project.swarmWith({ env: inside }, 'create', 'rehearsal', task);
  expect(created.code).not.toBe(0);
  const { sessions } = await project.json<{ sessions: unknown[] }>('list');
  expect(sessions).toHaveLength(1);
});

test('at a terminal the question is asked once, and the answer holds', LIMIT, async () => {
  const project = await makeClone({ merge: { check: 'theirs' } });
  const task = project.script('task', ['say: hello']);
  const answered = async (answer: string): Promise<string> => {
    const words = `'${process.execPath}' '${BUNDLE}' create rehearsal '${task}'`;
    const child = spawn('script', ['-qec', words, '/dev/null'], { cwd: project.root, env: project.env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('[y/N]') && !child.stdin.writableEnded) child.stdin.end(`${answer}\n`);
    });
    await new Promise((ended) => child.once('exit', ended));
    return text;
  };
  const declined = await answered('n');
  expect(declined).toContain('setting merge.check');
  expect(declined).toContain('Not trusted yet');
  expect(await answered('y')).toContain('Session created');
  expect(await answered('')).not.toContain('[y/N]');
});

test('a persona that stands in for one that ships is told', LIMIT, async () => {
  const project = await makeProject();
  project.write('agents/rehearsal/rehearsal-agent.md', '---\ncli: rehearsal\n---\nNot the one you know.\n');
  const task = project.script('task', ['say: hello']);
  expect((await project.swarm('create', 'rehearsal', task)).stderr).toContain("the project's own");
  expect((await project.swarm('personas')).stdout).toContain('Not those that ship with Swarm: rehearsal');
  const { personas } = await project.json<{ personas: { name: string; stands_in: boolean }[] }>('personas');
  expect(personas.filter(({ stands_in }) => stands_in).map(({ name }) => name)).toEqual(['rehearsal']);
});

test('what an agent makes git run is told in the journal and by the doctor', LIMIT, async () => {
  const project = await makeProject({ timeouts: { sweep: '100ms' } });
  await project.swarm('supervisor', 'start');
  git(project, 'config', 'core.sshCommand', 'steal');
  const events = () => project.swarm('events');
  await expect
    .poll(async () => (await events()).stdout, { timeout: 20_000 })
    .toContain('core.sshcommand = steal');
  expect((await project.swarm('doctor')).stdout).toContain('core.sshcommand = steal');
  await project.swarm('trust');
  expect((await project.swarm('doctor')).stdout).not.toContain('core.sshcommand');
});
