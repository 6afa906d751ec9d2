import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { realWorkspaces, type WorkspaceSettings } from '../../../src/runtime/workspace/real-workspaces.ts';
import type { Workspaces } from '../../../src/runtime/workspace/workspaces.ts';
import { marksOf } from './marks.ts';

export const NOW = 1_700_000_000_000;

/** A repository with two commits in a temporary folder, apart from whatever git settings this machine has. */
export type Fixture = Readonly<{
  base: string;
  project: string;
  env: Record<string, string>;
  workspaces: Workspaces;
  open(more?: Partial<WorkspaceSettings>): Workspaces;
  workspace(sessionId: string, more?: Partial<Workspace>): Workspace;
  git(folder: string, ...args: string[]): string;
  /** Commits everything in the folder, even nothing, and gives back the commit. */
  commit(folder: string, message: string): string;
  write(path: string, content: string | Buffer): void;
  /** Everything that git has under this name: path to content. */
  files(revision: string): Record<string, string>;
  trash(name: string): string;
  /** Remembers everything as it is now; what is given back puts it all back, at the same paths. */
  remember(): () => void;
  remove(): void;
}>;

let template: string | undefined;
afterAll(() => {
  if (template) rmSync(template, { recursive: true, force: true });
  template = undefined;
});

export function makeFixture(): Fixture {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-workspace-')));
  const project = join(base, 'project');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: join(base, 'home'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 })
      .toString()
      .replace(/\n$/, '');
  const settings: WorkspaceSettings = {
    project,
    worktreesDir: join(project, '.swarm/worktrees'),
    trashDir: join(project, '.swarm/trash'),
    marks: marksOf(project),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env,
    commands: { env, wrap: null },
  };
  const open = (more: Partial<WorkspaceSettings> = {}): Workspaces =>
    realWorkspaces({ ...settings, ...more });
  mkdirSync(join(base, 'home'));
  // One repository is made for all tests of a file, and copied.
  if (!template) {
    template = mkdtempSync(join(tmpdir(), 'swarm-template-'));
    makeRepository(git, template);
  }
  cpSync(template, project, { recursive: true });

  return {
    base,
    project,
    env,
    open,
    git,
    workspaces: open(),
    workspace: (sessionId, more = {}) => ({
      sessionId,
      path: join(project, '.swarm/worktrees', sessionId, 'role'),
      branch: `swarm/role-${sessionId}`,
      baseCommit: git(project, 'rev-parse', 'HEAD'),
      state: 'wanted',
      version: 1,
      changedAt: NOW,
      ...more,
    }),
    commit(folder, message) {
      git(folder, 'add', '--all');
      const identity = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org'];
      git(folder, ...identity, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
      return git(folder, 'rev-parse', 'HEAD');
    },
    write(path, content) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    },
    files: (revision) => filesOf(project, env, revision),
    trash: (name) => join(project, '.swarm/trash', name),
    remember: () => rememberFolder(base, `${base}-copy`),
    remove() {
      for (const folder of [base, `${base}-copy`]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rememberFolder(folder: string, copy: string): () => void {
  const whole = { recursive: true, verbatimSymlinks: true };
  cpSync(folder, copy, whole);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(copy, folder, whole);
  };
}

function makeRepository(git: Fixture['git'], project: string): void {
  mkdirSync(join(project, '.swarm'), { recursive: true });
  git(dirname(project), 'init', '--quiet', '--initial-branch=main', project);
  git(project, 'config', 'user.name', 'Person');
  git(project, 'config', 'user.email', 'person@example.org');
  writeFileSync(join(project, '.swarm/.gitignore'), '*\n');
  writeFileSync(join(project, '.gitignore'), 'ignored/\n*.secret\n');
  writeFileSync(join(project, 'README'), 'read me\n');
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/a.txt'), 'one\n');
  writeFileSync(join(project, 'src/b.txt'), 'two\n');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message=first');
  writeFileSync(join(project, 'src/a.txt'), 'one\nmore\n');
  git(project, 'commit', '--quiet', '--all', '--message=second');
}

function filesOf(project: string, env: Record<string, string>, revision: string): Record<string, string> {
  const git = (input: string, ...args: string[]): Buffer =>
    execFileSync('git', ['-C', project, ...args], { env, input, maxBuffer: 1e8 });
  const entries = git('', 'ls-tree', '-r', '-z', revision).toString().split('\0').filter(Boolean);
  const facts = entries.map((entry) => {
    const tab = entry.indexOf('\t');
    const [mode = '', , object = ''] = entry.slice(0, tab).split(' ');
    return { mode, object, name: entry.slice(tab + 1) };
  });
  const blobs = facts.filter(({ mode }) => mode !== '160000').map(({ object }) => object);
  const contents = splitBatch(git(blobs.join('\n'), 'cat-file', '--batch'));
  return Object.fromEntries(
    facts.map(({ mode, object, name }) => {
      const content = contents.get(object)?.replace(/\n$/, '') ?? object;
      return [name, mode === '100644' ? content : `${mode} ${content}`];
    }),
  );
}

function splitBatch(output: Buffer): Map<string, string> {
  const contents = new Map<string, string>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const [object = '', , bytes = '0'] = output.subarray(at, end).toString().split(' ');
    const from = end + 1;
    contents.set(object, output.subarray(from, from + Number(bytes)).toString());
    at = from + Number(bytes) + 1;
  }
  return contents;
}

export const readIfThere = (path: string): string | null =>
  existsSync(path) ? readFileSync(path, 'utf8') : null;
