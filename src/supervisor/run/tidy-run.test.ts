import { expect, test } from 'vitest';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec, aWorkspace } from '../../../tests/store/rows.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { RoundDeps } from '../deps.ts';
import { tidyRun } from './tidy-run.ts';

const ROLES = ['cook', 'judge'];

type World = Readonly<{ uncommitted?: string; elsewhere?: string }>;

async function tidy(changes: Partial<Run>, { uncommitted, elsewhere }: World = {}): Promise<string[]> {
  const store = new OracleStore();
  const run = aRun({ id: '17', state: 'completed', ending: 'completed', ...changes });
  await store.commit([
    { kind: 'add-run', run, memory: aMemory(), journal: aNote() },
    ...ROLES.flatMap((role) => {
      const id = `17-${role}`;
      const hostId = id === elsewhere ? 'there' : 'here';
      const over = { state: 'completed', hasWorkspace: true, hostId } as const;
      const session = aSession({ id, runId: '17', role, ...over });
      const workspace = aWorkspace({ sessionId: session.id, state: 'ready' });
      return [
        { kind: 'add-session', session, spec: aSpec(), journal: aNote() } as const,
        { kind: 'add-workspace', workspace, journal: aNote() } as const,
      ];
    }),
  ]);
  const released: string[] = [];
  const workspaces: Partial<RoundDeps['workspaces']> = {
    findForeign: async () => null,
    isCommitted: async ({ sessionId }: Workspace) => sessionId !== uncommitted,
    observeBranch: async () => ({ isThere: true, tip: 'tip', commits: 1 }),
    ensureBareBranchGone: async () => ({ is: 'kept', commits: 1 }),
    ensureReleased: async ({ sessionId }: Workspace) => {
      released.push(sessionId);
      return { rescue: null };
    },
  };
  const deps = roundDeps({ store, hostId: 'here', workspaces: workspaces as RoundDeps['workspaces'] });
  for (let rounds = 0; rounds < 5 && (await tidyRun(deps, run)) === 'again'; rounds++);
  return released;
}

test('a completed run is put away, each workspace once', async () => {
  expect(await tidy({})).toEqual(['17-cook', '17-judge']);
});

test('work that is not committed stays where it is', async () => {
  expect(await tidy({}, { uncommitted: '17-cook' })).toEqual(['17-judge']);
});

test('what another host has is left to it', async () => {
  expect(await tidy({}, { elsewhere: '17-judge' })).toEqual(['17-cook']);
});

test('nothing is put away that failed, was stopped, or is to be looked after by a person', async () => {
  expect(await tidy({ cleanup: 'manual' })).toEqual([]);
  expect(await tidy({ state: 'failed', ending: 'failed' })).toEqual([]);
  expect(await tidy({ state: 'cancelled', ending: 'cancelled' })).toEqual([]);
});
