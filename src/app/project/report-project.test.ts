import { expect, test } from 'vitest';
import { sampleSession } from '../../../tests/samples/session.ts';
import { Fault } from '../../domain/fault.ts';
import type { Session } from '../../domain/session/session.ts';
import { NO_USAGE } from '../../domain/usage/usage.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import type { Store } from '../../store/store.ts';
import { reportProject } from './report-project.ts';

const NOW = 1_700_000_000_000;

/** As many sessions with workspaces as said; git cannot tell of the first. */
function stage(count: number) {
  const sessions = Array.from({ length: count }, (_, n) =>
    sampleSession({ id: `s-${n}`, state: 'completed', endedAt: NOW, hasWorkspace: true }),
  );
  let looks = 0;
  const store: Partial<Store> = {
    listEnded: async ({ limit }): Promise<readonly Session[]> => sessions.slice(0, limit),
    listUsage: async ({ by }) =>
      by === 'session' ? [{ ...NO_USAGE, of: 's-1', costUsd: 2 }] : [{ ...NO_USAGE, costUsd: 3 }],
    listQuestions: async () => [],
    listLive: async () => [],
    findWorkspace: async (sessionId) => ({
      sessionId,
      path: '/w',
      branch: `swarm/${sessionId}`,
      baseCommit: 'c0ffee',
      state: 'ready',
      version: 1,
      changedAt: 0,
    }),
  };
  const workspaces: Partial<Workspaces> = {
    async observeDiff({ sessionId }) {
      looks++;
      if (sessionId === 's-0') throw new Fault('git-failed', 'broken');
      return {
        source: 'branch',
        base: 'c0ffee',
        commits: [],
        commitCount: 2,
        files: [{ path: 'a', from: null, added: 3, deleted: 1 }],
        uncommitted: ['a'],
        unread: [],
        rescue: null,
        patch: null,
        isCut: false,
      };
    },
  };
  const deps = { store: store as Store, workspaces: workspaces as Workspaces, clock: { now: () => NOW } };
  return { looks: () => looks, report: () => reportProject(deps, { youngerThanMs: 1_000 }) };
}

test('a report has what git tells of each session; one that git cannot read leaves the rest', async () => {
  const report = await stage(2).report();
  expect(report).toMatchObject({
    ok: true,
    value: { since: NOW - 1_000, isCut: false, usage: { costUsd: 3 } },
  });
  expect(report.ok && report.value.ended.map(({ work, costUsd }) => [work, costUsd])).toEqual([
    [undefined, 0],
    [
      {
        branch: 'swarm/s-1',
        source: 'branch',
        commits: 2,
        size: { files: 1, added: 3, deleted: 1 },
        uncommitted: 1,
      },
      2,
    ],
  ]);
});

test('of very many sessions the last are listed, and git is asked about few of them', async () => {
  const { report, looks } = stage(600);
  const made = await report();
  expect(made.ok && [made.value.ended.length, made.value.isCut]).toEqual([500, true]);
  expect(looks()).toBe(50);
  expect(made.ok && made.value.ended.filter(({ work }) => work !== undefined)).toHaveLength(49);
});
