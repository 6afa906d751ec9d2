import { expect, test } from 'vitest';
import { sampleSession } from '../../../tests/samples/session.ts';
import type { WantedDiff, WorkDiff } from '../../domain/workspace/work-diff.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import type { Store } from '../../store/store.ts';
import { type DiffDeps, diffSession } from './diff-session.ts';

const DIFF: WorkDiff = {
  source: 'branch',
  base: 'c0ffee',
  commits: [],
  commitCount: 0,
  files: [],
  uncommitted: [],
  unread: [],
  rescue: null,
  patch: null,
  isCut: false,
};

/** One session, with a workspace or without, and what git has of its work. */
function stage(hasWorkspace: boolean, diff: WorkDiff | null = DIFF) {
  const asked: WantedDiff[] = [];
  const store: Pick<Store, 'findSession' | 'findWorkspace'> = {
    findSession: async (id) => sampleSession({ id, hasWorkspace, archivedAt: 1 }),
    findWorkspace: async (sessionId) => ({
      sessionId,
      path: '/w',
      branch: 'swarm/s-1',
      baseCommit: 'c0ffee',
      state: 'released',
      version: 1,
      changedAt: 0,
    }),
  };
  const workspaces: Pick<Workspaces, 'observeDiff'> = {
    async observeDiff(_, wanted) {
      asked.push(wanted);
      return diff;
    },
  };
  const deps: DiffDeps = {
    store: store as Store,
    workspaces: workspaces as Workspaces,
    root: '/p',
    hostId: 'ada',
    config: { store: null },
  };
  return {
    asked,
    ask: (stat: boolean, whole = false) => diffSession(deps, { sessionId: 's-1', stat, whole, paths: ['a'] }),
  };
}

test('an archived session has a diff of what is left; the list alone asks for no patch', async () => {
  const { ask, asked } = stage(true);
  expect(await ask(true)).toMatchObject({ ok: true, value: { sessionId: 's-1', branch: 'swarm/s-1' } });
  await ask(false);
  await ask(false, true);
  expect(asked).toEqual([
    { patchBytes: 0, paths: ['a'], isWhole: false },
    { patchBytes: 1_000_000, paths: ['a'], isWhole: false },
    { patchBytes: 1_000_000, paths: ['a'], isWhole: true },
  ]);
});

test('without a workspace, and without any work, the refusal says where to look', async () => {
  expect(await stage(false).ask(false)).toMatchObject({
    ok: false,
    refusal: { code: 'no-workspace', folder: '/p' },
  });
  expect(await stage(true, null).ask(false)).toMatchObject({
    ok: false,
    refusal: { code: 'work-not-there', branch: 'swarm/s-1' },
  });
});
