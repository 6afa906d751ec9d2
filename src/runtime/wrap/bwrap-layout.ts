import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needsIn } from '../../domain/agent/need.ts';
import { BEHALF_VARIABLE } from '../../domain/attempt/agent-mark.ts';
import { RESERVATION_FILE } from '../../domain/reservation/hook-script.ts';
import type { ProjectPaths } from '../project/project-paths.ts';
import { type BwrapLayout, isInside } from './bwrap-words.ts';
import { sharedGitFolder } from './git-folder.ts';
import { HOME_CACHES, HOME_SECRETS, KEY_AGENTS, SOCKETS } from './secrets.ts';
import type { WrapTarget } from './wrap.ts';

export type WrappedProject = Readonly<{
  paths: ProjectPaths;
  /** The folder of Swarm itself. */
  packageDir: string;
}>;

/** What is where for one start, as it is on the disk now. */
export function bwrapLayout({ paths, packageDir }: WrappedProject, target: WrapTarget): BwrapLayout {
  const { env, workDir, attempt } = target;
  const home = env.HOME || '/';
  const inHome = (names: readonly string[]): readonly string[] => names.map((name) => join(home, name));
  const own = ownPaths(target, home);
  const git = sharedGitFolder(paths.root);
  const isOwn = (path: string): boolean => own.some((kept) => isInside(path, kept));
  const hidden = [
    ...inHome(HOME_SECRETS).filter((path) => !isOwn(path)),
    ...SOCKETS,
    paths.runtimeDir,
    join(env.TMUX_TMPDIR || '/tmp', `tmux-${process.getuid?.() ?? 0}`),
    env.XDG_RUNTIME_DIR || `/run/user/${process.getuid?.() ?? 0}`,
  ].flatMap(realPath);
  return {
    shown: [home, paths.root, packageDir, dirname(process.execPath), ...programFolders(env.PATH)].filter(
      (path) => path !== '/',
    ),
    hiddenFolders: hidden.filter(isFolder),
    hiddenFiles: hidden.filter((path) => !isFolder(path)),
    sealed: sealedFolders(paths),
    readable: [
      paths.blobsDir,
      dirname(join(paths.root, RESERVATION_FILE)),
      ...(attempt === null ? [] : [attempt.sessionDir]),
    ],
    writable: [
      ...inHome(HOME_CACHES),
      ...own,
      ...(git === null ? [] : [git]),
      workDir,
      ...(attempt === null ? [] : [attempt.dir]),
    ],
    // What git would run on the person's behalf, and what says how agents are started.
    kept: [
      ...(git === null ? [] : [join(git, 'config'), join(git, 'hooks')]),
      join(paths.root, 'swarm.config.json'),
    ].filter(existsSync),
    workDir,
    marks: {
      SWARM_STORE_HIDDEN: '1',
      ...(attempt === null
        ? { [BEHALF_VARIABLE]: env[BEHALF_VARIABLE] ?? '' }
        : { SWARM_ATTEMPT_DIR: attempt.dir }),
    },
    dropped: KEY_AGENTS,
  };
}

/** The CLI's own files. A folder that it would make is made, because the home around it is read-only. */
function ownPaths({ needs, env }: WrapTarget, home: string): readonly string[] {
  const applied = needsIn(env, needs);
  const folders = applied.flatMap(({ folders: names = [], folderVariables = [] }) => [
    ...names.map((name) => join(home, name)),
    ...folderVariables.flatMap((named) => folderIn(env, named)),
  ]);
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = applied.flatMap(({ files: names = [] }) => names.map((name) => join(home, name)));
  return [...folders, ...files];
}

/** `NAME`, or `NAME/folder` for a folder inside the one that the variable names. */
function folderIn(env: WrapTarget['env'], named: string): readonly string[] {
  const [name = '', ...inside] = named.split('/');
  const folder = env[name];
  return folder ? [join(folder, ...inside)] : [];
}

const sealedFolders = ({
  swarmDir,
  sessionsDir,
  worktreesDir,
  archiveDir,
}: ProjectPaths): readonly string[] =>
  [
    swarmDir,
    ...[sessionsDir, worktreesDir, archiveDir].filter((folder) => !isInside(swarmDir, folder)),
  ].filter(existsSync);

// What npm installs in `.bin` are links into the folder above it.
const programFolders = (path = ''): readonly string[] =>
  path
    .split(':')
    .filter((folder) => folder.startsWith('/tmp/') || folder.startsWith('/var/tmp/'))
    .map((folder) => (folder.endsWith('/node_modules/.bin') ? dirname(folder) : folder));

const realPath = (path: string): readonly string[] => {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
};

const isFolder = (path: string): boolean => statSync(path).isDirectory();
