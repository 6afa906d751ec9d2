import { execFileSync } from 'node:child_process';
import {
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
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { realWorkspaces, type WorkspaceSettings } from '../../../src/runtime/workspace/real-workspaces.ts';
import type { Workspaces } from '../../../src/runtime/workspace/workspaces.ts';

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
  write(path: string, content: string | Buffer): void;
  /** Everything that git has under this name: path to content. */
  files(revision: string): Record<string, string>;
  trash(name: string): string;
  remove(): void;
}>;

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
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env,
  };
  const open = (more: Partial<WorkspaceSettings> = {}): Workspaces =>
    realWorkspaces({ ...settings, ...more });
  mkdirSync(join(base, 'home'));
  makeRepository(git, project);

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
    write(path, content) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    },
    files: (revision) => filesOf((...args) => git(project, ...args), revision),
    trash: (name) => join(project, '.swarm/trash', name),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function makeRepository(git: Fixture['git'], project: string): void {
  mkdirSync(join(project, '.swarm'), { recursive: true });
  git(dirname(project), 'init', '--quiet', '--initial-branch=main', project);
  git(project, 'config', 'user.name', 'Somebody');
  git(project, 'config', 'user.email', 'somebody@example.org');
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

function filesOf(git: (...args: string[]) => string, revision: string): Record<string, string> {
  const entries = git('ls-tree', '-r', '-z', revision).split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , object = ''] = entry.slice(0, tab).split(' ');
      const name = entry.slice(tab + 1);
      const content = mode === '160000' ? object : git('cat-file', 'blob', object);
      return [name, mode === '100644' ? content : `${mode} ${content}`];
    }),
  );
}

export const readIfThere = (path: string): string | null =>
  existsSync(path) ? readFileSync(path, 'utf8') : null;
