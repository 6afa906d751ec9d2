import type { LeftRef, SessionFolders } from '../../runtime/files/session-folders.ts';
import type { VerbDeps } from '../deps.ts';

export type LeftDeps = Pick<VerbDeps, 'store'> & Readonly<{ folders: SessionFolders }>;

/** Session folders that no row explains. */
export const listLeft = ({ store, folders }: LeftDeps): Promise<readonly LeftRef[]> =>
  folders.listLeft(async (id) => (await store.findSession(id)) !== undefined);
