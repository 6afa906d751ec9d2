import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

const PROGRAMS = [
  'sh',
  'node',
  'git',
  'tmux',
  'tail',
  'cat',
  'mkfifo',
  'ln',
  'mv',
  'rm',
  'ps',
  'env',
  'head',
  'setsid',
];

/** A PATH with only these programs, and those that are given in their place. */
function pathWithout(
  project: TestProject,
  left: readonly string[],
  own: Record<string, string> = {},
): string {
  const folder = join(project.root, '..', 'bin');
  mkdirSync(folder);
  for (const name of PROGRAMS.filter((one) => !left.includes(one) && !(one in own))) {
    const found = execFileSync('sh', ['-c', `command -v ${name} || true`], { encoding: 'utf8' }).trim();
    if (found.startsWith('/')) symlinkSync(found, join(folder, name));
  }
  for (const [name, script] of Object.entries(own)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test('without tmux a headless agent works all the same, and the person is told what is missing', async () => {
  const project = await makeProject();
  const PATH = pathWithout(project, ['tmux']);
  const file = project.script('plain', ['say: hello', 'result: {ok: true}']);

  const made = await project.swarmWith({ env: { PATH } }, 'create', 'rehearsal', file, '--json');
  expect(made.code).toBe(0);
  const { session_id: id, warnings } = JSON.parse(made.stdout) as { session_id: string; warnings: string[] };
  expect(warnings.join()).toContain('tmux');
  expect((await project.swarmWith({ env: { PATH } }, 'wait', id, '--timeout', '40s')).code).toBe(0);
});

test('an interactive agent needs tmux, of a version that we can use', async () => {
  const project = await makeProject();
  project.write(
    'agents/shell/shell-agent.md',
    '---\nname: shell\ncli: command\ncommand: [cat]\nmode: interactive\n---\n',
  );
  const file = project.script('plain', ['say: hello']);

  const old = pathWithout(project, [], { tmux: 'echo "tmux 2.9"' });
  const refused = await project.swarmWith({ env: { PATH: old } }, 'create', 'shell', file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/tmux.*3\.2/);
  rmSync(old, { recursive: true });
  const none = await project.swarmWith(
    { env: { PATH: pathWithout(project, ['tmux']) } },
    'create',
    'shell',
    file,
  );
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('tmux required (install: apt install tmux)');
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
});

test('a workspace needs git and a commit, and says which of them is missing', async () => {
  const project = await makeProject();
  const file = project.script('plain', ['say: hello']);
  const words = ['create', 'rehearsal', file, '--workspace'];

  const noGit = await project.swarmWith({ env: { PATH: pathWithout(project, ['git']) } }, ...words);
  expect([noGit.code, noGit.stderr]).toEqual([1, expect.stringContaining('git')]);
  rmSync(join(project.root, '.git'), { recursive: true });
  const noRepository = await project.swarm(...words);
  expect([noRepository.code, noRepository.stderr]).toEqual([1, expect.stringContaining('repository')]);
  execFileSync('git', ['init', '-q'], { cwd: project.root, env: project.env });
  const noCommit = await project.swarm(...words);
  expect([noCommit.code, noCommit.stderr]).toEqual([1, expect.stringContaining('commit')]);
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
});

test('a store that a newer Swarm wrote is left untouched', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hello']);
  await project.swarm('wait', id, '--timeout', '40s');
  await project.swarm('supervisor', 'stop');
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const database = new DatabaseSync(project.paths.dbFile);
  database.exec('update swarm_meta set schema_version = 999');
  database.close();

  const refused = await project.swarm('list');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('999');
});

test.runIf(process.getuid?.() === 0)('a .swarm folder of another account is not used', async () => {
  const project = await makeProject();
  mkdirSync(project.paths.swarmDir, { mode: 0o700 });
  chownSync(project.paths.swarmDir, 65_534, 65_534);

  const refused = await project.swarm('create', 'rehearsal', project.script('plain', ['say: hello']));
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('belongs to user 65534');
  expect(readdirSync(project.paths.swarmDir)).toEqual([]);
  chownSync(project.paths.swarmDir, 0, 0);
});

test('a full disk loses nothing that was there, and is named', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hello', 'result: {ok: true}']);
  await project.swarm('wait', id, '--timeout', '40s');
  await project.swarm('supervisor', 'stop');
  const file = project.script('plain', ['say: hello']);
  const bundle = join(import.meta.dirname, '../../dist/swarm.cjs');
  // What a full disk does, without filling one: nothing can be written to any file.
  const ran = spawnSync(
    'sh',
    ['-c', 'trap "" XFSZ; ulimit -f 0; "$@"', 'sh', process.execPath, bundle, 'create', 'rehearsal', file],
    { cwd: project.root, env: project.env, encoding: 'utf8' },
  );

  expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('❌')]);
  expect(ran.stderr).toMatch(/disk|space|writ/);
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED' });
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toHaveLength(1);
});
