import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { aNote, aSession } from '../../../tests/store/rows.ts';
import type { Iteration, Loop } from '../../domain/loop/loop.ts';
import type { SharedFolders } from '../../runtime/workspace/shared-folders.ts';
import { createGateRunner } from '../gate/gate-runner.ts';
import type { LoopDeps } from './loop-deps.ts';
import { setAside, takeUp } from './set-aside.ts';
import { clearFolder } from './shelve-iteration.ts';

const base = { head: 'h', branch: 'main', tree: 'base' };
const iteration: Iteration = {
  number: 1,
  sessionId: 's-1',
  workId: 'w-1',
  gate: null,
  isGreen: false,
  reds: 0,
  base,
};
const loop = aLoop({ id: 'loop-1', atWork: [iteration] });

const SHELVED = { is: 'shelved', ref: 'refs/swarm/rescue/s-1/1', full: 'full', bare: 'bare' } as const;

/** A session that waits, its loop, and a folder whose moves are noted. */
async function stage(folder: Partial<SharedFolders> = {}, others: readonly Loop[] = []) {
  const store = await storeWith({ session: aSession({ id: 's-1', state: 'waiting', metadata: {} }) });
  for (const one of [loop, ...others])
    await store.commit([{ kind: 'add-loop', loop: one, journal: aNote() }]);
  const moved: string[] = [];
  const sharedFolders: SharedFolders = {
    observeStand: async () => ({ ...base, tree: 'now' }),
    shelve: async () => SHELVED,
    mergeTrees: async ({ base: from, ours, theirs }) => ({
      tree: `${from}+${ours}+${theirs}`,
      conflicts: ['a.ts'],
    }),
    ensureMoved: async (path, from, to) => {
      moved.push(`${path}: ${from} → ${to}`);
      return [];
    },
    ...folder,
  };
  const refuse = async (): Promise<never> => {
    throw new Error('nothing is begun here');
  };
  const deps: LoopDeps = {
    ...roundDeps({ store, projectRoot: '/project' }),
    gateRunner: createGateRunner({ run: refuse }, () => undefined),
    log: () => undefined,
    sharedFolders,
    loopPorts: {} as LoopDeps['loopPorts'],
  };
  const read = async (): Promise<Loop> => (await store.findLoop('loop-1')) ?? loop;
  const first = async () => (await read()).atWork[0] ?? iteration;
  return { deps, store, moved, read, first };
}

test('the row says what is kept before anything leaves the folder, and that it left after', async () => {
  const { deps, moved, read, first } = await stage();
  await setAside(deps, loop, iteration);
  expect(await first()).toMatchObject({ isAside: true, shelf: { ...shelfOf(), isCleared: false } });
  expect(moved).toEqual([]);
  await clearFolder(deps, await read(), await first());
  expect(moved).toEqual(['/project: full → bare']);
  expect(await first()).toMatchObject({ shelf: { isCleared: true } });
});

const shelfOf = () => ({ ref: SHELVED.ref, full: 'full', bare: 'bare', branch: 'main' });

test('what comes back is settled before anything moves, and its agent is told of conflicts', async () => {
  const { deps, store, moved, read, first } = await stage();
  await setAside(deps, loop, iteration);
  await takeUp(deps, await read(), await first());
  const back = { to: 'bare+now+full', stand: { tree: 'now' }, conflicts: ['a.ts'] };
  expect(await first()).toMatchObject({ isAside: true, shelf: { back } });
  expect([moved, await store.listTurns('s-1')]).toEqual([[], []]);
  await takeUp(deps, await read(), await first());
  expect(moved).toEqual(['/project: now → bare+now+full']);
  const taken = await first();
  expect([taken.isAside, taken.shelf, taken.base?.tree]).toEqual([false, undefined, 'now']);
  const [turn] = await store.listTurns('s-1');
  expect(turn?.state).toBe('queued');
  expect(turn?.body).toContain(`git show ${SHELVED.ref}:<file>`);
});

test('where its changes cannot be put away, it stays at work, and the reason is in the row', async () => {
  const { deps, first } = await stage({
    shelve: async () => ({ is: 'held', why: 'mine.txt is in the way' }),
  });
  await setAside(deps, loop, iteration);
  expect(await first()).toMatchObject({ held: { why: 'mine.txt is in the way' } });
  expect((await first()).isAside).toBeUndefined();
});

test('nothing is put away where another loop works in the folder, or how it stood is not known', async () => {
  const { deps, first } = await stage({}, [aLoop({ id: 'loop-2' })]);
  await setAside(deps, loop, iteration);
  expect((await first()).held?.why).toBe('loop-2 works in the same folder');
  const unknown = await stage();
  const { base: _, ...bare } = iteration;
  await setAside(unknown.deps, loop, bare);
  expect((await unknown.first()).held?.why).toContain('not known');
});

test('in a workspace of its own it is set aside as it is', async () => {
  const { deps, store, first } = await stage();
  const apart = aLoop({ id: 'loop-3', hasWorkspace: true, atWork: [iteration] });
  await store.commit([{ kind: 'add-loop', loop: apart, journal: aNote() }]);
  await setAside(deps, apart, iteration);
  const [moved] = (await store.findLoop('loop-3'))?.atWork ?? [];
  expect([moved?.isAside, moved?.shelf]).toEqual([true, undefined]);
  expect((await first()).isAside).toBeUndefined();
});
