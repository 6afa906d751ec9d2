import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Explain, OwnFolder, OwnKind } from '../runtime/project/folder-marks.ts';
import type { Store } from '../store/store.ts';

type Rows = Pick<Store, 'findSession' | 'listWorkspaces'>;
type IsExplained = (rows: Rows, folder: OwnFolder, name: string) => Promise<boolean>;

// Drafts that a crash left behind, the launchers of attempts, the mark of a version that is being written.
const OWN_NAME = /^\.(launcher-[0-9a-f]{12}\.sh|.+\.\d+\.\d+|swarm-mark\.\d+|index-\w{6})$/;
const PACK = /\.tar\.gz$/;
const IN_TRASH = /^(.+?)-\d{1,15}(\.[^/]*git|\.json)?$/;

const isSession = async (rows: Rows, id: string): Promise<boolean> =>
  (await rows.findSession(id)) !== undefined;

/** How rows explain what lies in a folder of this kind. */
const EXPLAINED: Readonly<Record<OwnKind, IsExplained>> = {
  sessions: (rows, _, name) => isSession(rows, name),
  trash: async (rows, _, name) => isSession(rows, IN_TRASH.exec(name)?.[1] ?? ''),
  async worktrees(rows, folder, name) {
    if (name === '.trash' || name === '.merging') return true;
    const path = join(folder.path, name);
    const all = await rows.listWorkspaces();
    return all.some((workspace) => workspace.path === path || workspace.path.startsWith(`${path}/`));
  },
  async archive(rows, folder, name) {
    if (name !== 'sessions') return false;
    const names = await readdir(join(folder.path, name));
    const known = names.map(async (one) => OWN_NAME.test(one) || isSession(rows, one.replace(PACK, '')));
    return !(await Promise.all(known)).includes(false);
  },
};

/** Folders of earlier versions have no mark: those get one whose content all comes from rows. */
export const explainBy =
  (rows: Rows): Explain =>
  async (folder, names) => {
    const unknown: string[] = [];
    for (const name of names) {
      if (!OWN_NAME.test(name) && !(await EXPLAINED[folder.kind](rows, folder, name))) unknown.push(name);
    }
    return unknown;
  };
