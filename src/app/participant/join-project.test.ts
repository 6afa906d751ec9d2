import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { joinProject } from './join-project.ts';
import type { ParticipantDeps } from './participant-deps.ts';

const AT = 1_735_689_600_123;

/** A shell of its own, in a project whose clock stands still. */
const shellOf = (store: OracleStore, pid: number): ParticipantDeps =>
  ({
    store,
    clock: { now: () => AT },
    ids: { uuid: () => `u${pid}`, hash: () => '00000000' },
    hostId: 'here',
    by: 'ann',
    callers: {
      isAlive: async () => true,
      observe: async () => ({
        hostId: 'here',
        sessionId: null,
        participantId: null,
        lineage: [{ pid, start: '1', boot: 'b', program: 'sh', isSessionLeader: true }],
        workDir: '/work',
      }),
    },
  }) as unknown as ParticipantDeps;

const idOf = async (deps: ParticipantDeps, name?: string): Promise<string> => {
  const joined = await joinProject(deps, name === undefined ? {} : { name });
  return joined.ok ? joined.value.id : joined.refusal.code;
};

test('ten that join in the same millisecond under one name get the next ones', async () => {
  const store = new OracleStore();
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, pid) => idOf(shellOf(store, pid + 1), 'BlueLake')),
  );
  expect(ids.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `BlueLake-${AT + n}`));
});

test('who joins again is the one it was, and under another name it is refused', async () => {
  const store = new OracleStore();
  const deps = shellOf(store, 1);
  const id = await idOf(deps, 'BlueLake');
  expect([await idOf(deps), await idOf(deps, 'GreenCastle')]).toEqual([id, 'joined-as']);
});

test('a name that is picked is one that no one at work has', async () => {
  const store = new OracleStore();
  const names = new Set<string>();
  for (let pid = 1; pid <= 20; pid += 1) names.add((await idOf(shellOf(store, pid))).replace(/-\d+$/, ''));
  expect(names.size).toBe(20);
});
