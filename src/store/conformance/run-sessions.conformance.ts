import { describe, expect, test } from 'vitest';
import {
  addSession,
  aMemory,
  aNote,
  aRun,
  aSession,
  saveStep,
  stepOf,
  T0,
} from '../../../tests/store/rows.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const RUN = aRun();
/** More than are read by their ids. */
const MANY = 60;

const roleAt = (n: number): Session => {
  const role = `role_${String(n).padStart(2, '0')}`;
  return aSession({
    id: `r-${role}`,
    runId: RUN.id,
    role,
    hostId: 'host',
    workDir: '/old',
    createdAt: T0 + n,
  });
};

/** What may change in a row of a session, and how. */
const CHANGES: readonly (readonly [what: string, change: (session: Session) => Write])[] = [
  ['a step', (session) => saveStep(stepOf(session, 'launch'))],
  ['a touch', (session) => ({ kind: 'touch-session', session })],
  ['an archiving', (session) => ({ kind: 'archive-session', session, archivedAt: T0, journal: aNote() })],
  [
    'a clock that jumped',
    () => ({ kind: 'skip-time', hostId: 'host', before: T0, ms: 5, leaseMs: 5, journal: aNote() }),
  ],
  [
    'a project that moved',
    () => ({ kind: 'move-paths', from: '/old', to: '/new', hostId: 'host', journal: aNote() }),
  ],
];

export function describeRunSessions(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.other.commit(writes)).toEqual(SAVED);
  const begin = (count: number) =>
    save(
      { kind: 'add-run', run: RUN, memory: aMemory(), journal: aNote() },
      ...Array.from({ length: count }, (_, n) => addSession(roleAt(n))),
    );
  const listed = () => on.store.listRunSessions(RUN.id);
  const truth = async () =>
    Promise.all((await listed()).map(async ({ id }) => (await on.other.findSession(id)) ?? null));

  describe('the sessions of a run that are listed again', () => {
    test.each(CHANGES)('show %s by another process', async (_, change) => {
      await begin(3);
      const before = await listed();
      expect(before).toHaveLength(3);
      await save(change(before[1] ?? roleAt(1)));
      const after = await listed();
      expect(after).not.toEqual(before);
      expect(after).toEqual(await truth());
    });

    test('show what was added, in the order of their beginning, and those of no other run', async () => {
      await begin(2);
      await listed();
      await save(addSession(roleAt(2)), addSession(aSession({ id: 'lone' })));
      expect((await listed()).map(({ role }) => role)).toEqual(['role_00', 'role_01', 'role_02']);
      expect(await listed()).toEqual(await truth());
    });

    test('show as many changes as there are rows', async () => {
      await begin(MANY);
      await listed();
      await save(CHANGES[3]?.[1](roleAt(0)) as Write);
      expect(await listed()).toHaveLength(MANY);
      expect(await listed()).toEqual(await truth());
    });
  });
}
