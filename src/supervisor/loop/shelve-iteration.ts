import { unwrap } from '../../app/draft.ts';
import { type Iteration, type Loop, stepLoop } from '../../domain/loop/loop.ts';
import type { Shelf } from '../../domain/loop/shelf.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from './loop-deps.ts';

export type ShelvedChanges =
  | Readonly<{ is: 'shelved'; shelf: Shelf }>
  | Readonly<{ is: 'held'; why: string }>;

const held = (why: string): ShelvedChanges => ({ is: 'held', why });
const folderOf = ({ projectRoot }: LoopDeps, { workDir }: Loop): string => workDir ?? projectRoot;

/** Saves what it has not committed. The folder is cleared after the row says so. */
export async function shelveChanges(
  deps: LoopDeps,
  loop: Loop,
  { sessionId, base }: Iteration,
): Promise<ShelvedChanges> {
  const obstacle = (await findOther(deps, loop, sessionId)) ?? (await findBackground(deps, sessionId));
  if (obstacle !== null) return held(obstacle);
  if (base === undefined) return held('how its folder stood when it began is not known (is it under git?)');
  const path = folderOf(deps, loop);
  const stand = await deps.sharedFolders.observeStand(path);
  const shelved = await deps.sharedFolders.shelve({ participantId: sessionId, path }, base);
  if (shelved.is === 'held') return shelved;
  const { ref, full, bare } = shelved;
  const branch = stand?.branch ?? null;
  return { is: 'shelved', shelf: { ref, full, bare, branch, isCleared: false } };
}

/** Another live loop whose items work in the same folder. */
export async function findSharingLoop({ store }: LoopDeps, loop: Loop): Promise<Loop | undefined> {
  const loops = await store.listLoops({ isLive: true });
  return loops.find((one) => one.id !== loop.id && !one.hasWorkspace && one.workDir === loop.workDir);
}

/** Its changes and those of another that works there cannot be told apart. */
async function findOther(deps: LoopDeps, loop: Loop, sessionId: string): Promise<string | null> {
  const { store } = deps;
  const sharing = await findSharingLoop(deps, loop);
  if (sharing) return `${sharing.id} works in the same folder`;
  const own = new Set(loop.atWork.map((one) => one.sessionId));
  for (const { id, hasWorkspace, workDir } of await store.listLive()) {
    if (id === sessionId || own.has(id) || hasWorkspace || workDir !== loop.workDir) continue;
    if ((await store.findSpec(id))?.writes) return `session ${id} works in the same folder`;
  }
  return null;
}

/** What its agent has running in the background may still write. */
async function findBackground({ store }: LoopDeps, sessionId: string): Promise<string | null> {
  const session = await store.findSession(sessionId);
  const attempt = await store.findAttempt(sessionId, session?.attempt ?? 0);
  const isBusy = attempt !== undefined && attempt.endedAt === null && attempt.awaited.length > 0;
  return isBusy ? 'its agent still has work in the background' : null;
}

/** Takes out of the folder what is kept. Whatever was changed since stays. */
export async function clearFolder(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const { store, clock, by } = deps;
  const { shelf, sessionId, workId } = iteration;
  if (shelf === undefined) return 'again';
  const left = await deps.sharedFolders.ensureMoved(folderOf(deps, loop), shelf.full, shelf.bare);
  const at = clock.now();
  const cleared = { ...iteration, shelf: { ...shelf, isCleared: true } };
  const atWork = loop.atWork.map((one) => (one.sessionId === sessionId ? cleared : one));
  const step = unwrap(stepLoop(loop, 'clear', { at, patch: { atWork } }));
  const stayed = left.length === 0 ? '' : ` | Changed since, and left: ${left.join(', ')}`;
  const note = `The folder is free of the changes of ${sessionId} (${workId})${stayed}`;
  await store.commit([{ kind: 'step-loop', step, journal: { at, by, note } }]);
  return 'again';
}

/** What the folder will hold when its changes are back, beside those of others. */
export async function planReturn(deps: LoopDeps, loop: Loop, shelf: Shelf): Promise<Shelf> {
  const { sharedFolders } = deps;
  const stand = await sharedFolders.observeStand(folderOf(deps, loop));
  // Without a folder to come back to, they stay in the rescue.
  const none = { head: null, branch: shelf.branch, tree: shelf.bare };
  if (stand === null) return { ...shelf, back: { stand: none, to: shelf.bare, conflicts: ['.'] } };
  const trees = { base: shelf.bare, ours: stand.tree, theirs: shelf.full };
  const { tree: to, conflicts } = await sharedFolders.mergeTrees(trees);
  return { ...shelf, back: { stand, to, conflicts } };
}

/** Brings them back; gives back the files that were changed since the plan was made, and are left. */
export async function ensureReturned(
  deps: LoopDeps,
  loop: Loop,
  { back }: Shelf,
): Promise<readonly string[]> {
  if (back === undefined || back.stand.tree === back.to) return [];
  return deps.sharedFolders.ensureMoved(folderOf(deps, loop), back.stand.tree, back.to);
}
