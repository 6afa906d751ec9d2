/** Paths of one start, all absolute and without links. */
export type BwrapLayout = Readonly<{
  /** Readable although they may lie in a folder that is hidden, such as /tmp: home, project, programs. */
  shown: readonly string[];
  /** Folders that appear empty, and files that do. */
  hiddenFolders: readonly string[];
  hiddenFiles: readonly string[];
  /** Of Swarm: they appear empty, and nothing can be made in them. */
  sealed: readonly string[];
  /** Read-only inside what is hidden or may be written. */
  readable: readonly string[];
  /** May be written; one that is missing is passed over. */
  writable: readonly string[];
  /** Read-only although they lie in a folder that may be written. */
  kept: readonly string[];
  workDir: string;
  /** Variables that say, also to who can drop their environment, whose process this is. */
  marks: Readonly<Record<string, string>>;
  /** Variables that name what is hidden. */
  dropped: readonly string[];
}>;

const TEMPORARY = ['/tmp', '/var/tmp'];

/**
 * The words of bubblewrap: all is read-only, the network is there, processes outside cannot be seen. Mounts
 * are made in this order, so what comes later lies on top.
 */
export function bwrapWords(bwrap: string, layout: BwrapLayout): readonly string[] {
  const { sealed, workDir, writable } = layout;
  const isSealed = (path: string): boolean => sealed.some((folder) => isInside(folder, path));
  const bind = (option: string) => (path: string) => [option, path, path];
  return [
    bwrap,
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-ipc'],
    // Root would keep what is needed to take the mounts away.
    ...['--cap-drop', 'ALL'],
    ...TEMPORARY.flatMap((path) => ['--tmpfs', path]),
    ...layout.shown.flatMap(bind('--ro-bind-try')),
    ...writable.filter((path) => !isSealed(path)).flatMap(bind('--bind-try')),
    ...layout.hiddenFolders.flatMap((path) => ['--tmpfs', path]),
    ...layout.hiddenFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...sealed.flatMap((path) => ['--tmpfs', path]),
    ...layout.readable.flatMap(bind('--ro-bind-try')),
    ...writable.filter(isSealed).flatMap(bind('--bind-try')),
    ...layout.kept.flatMap(bind('--ro-bind-try')),
    ...sealed.flatMap((path) => ['--remount-ro', path]),
    ...Object.entries(layout.marks).flatMap(([name, value]) => ['--setenv', name, value]),
    ...layout.dropped.flatMap((name) => ['--unsetenv', name]),
    ...['--setenv', 'TMPDIR', '/tmp', '--chdir', workDir, '--'],
  ];
}

export const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
