import { describe, expect, test } from 'vitest';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import { openVersion, type PlanVersion, stepVersion } from '../../domain/plan/version/plan-version.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const FINDING = { line: 3, rule: 'schema', at: 'tasks', problem: 'no list', advice: 'write one' };

const version = (number: number, changes: Partial<PlanVersion> = {}): PlanVersion => ({
  ...openVersion({
    plan: 'sign-up',
    number,
    text: `name: sign-up # ${number} 🎭\n`,
    contentHash: `hash ${number}`,
    author: 'session:s1',
    runId: 'r1',
    findings: [],
    createdAt: T0,
  }),
  ...changes,
});
const add = (added: PlanVersion): Write => ({ kind: 'add-plan-version', added, journal: aNote('added') });
const decide = (from: PlanVersion, event: 'approve' | 'reject'): Write => {
  const step = stepVersion(from, event, { by: 'ann', at: T0 + 5, words: 'so be it' });
  if (!step.ok) throw new Error(step.refusal.code);
  return { kind: 'step-plan-version', step: step.value, journal: aNote(event) };
};

export function describePlanVersions(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('versions of plans', () => {
    test('a version comes back with every field, before and after it was decided about', async () => {
      const first = version(1, { findings: [FINDING], runId: null });
      await save(add(first), add(version(2)));
      expect(await on.other.findPlanVersion('sign-up.v1')).toEqual(first);
      await save(decide(version(2), 'reject'));
      expect(await on.other.findPlanVersion('sign-up.v2')).toEqual(
        version(2, {
          state: 'rejected',
          version: 2,
          words: 'so be it',
          decidedBy: 'ann',
          decidedAt: T0 + 5,
        }),
      );
    });

    test('of two who decide about a version, the second is told it is stale', async () => {
      await save(add(version(1)));
      expect(await on.store.commit([decide(version(1), 'approve')])).toEqual(SAVED);
      expect(await on.other.commit([decide(version(1), 'reject')])).toEqual(STALE);
    });

    test('two versions of a plan never have the same number', async () => {
      await save(add(version(1)));
      const twin = version(1, { id: 'another' });
      expect(await on.other.commit([add(twin)])).toEqual(duplicateOf('plan-version'));
    });

    test('versions are listed by plan and number, of one plan or of one run', async () => {
      const other = version(1, { id: 'about.v1', plan: 'about', runId: null });
      await save(add(version(10)), add(version(9)), add(other));
      const ids = async (filter: Parameters<Pair['store']['listPlanVersions']>[0]) =>
        (await on.other.listPlanVersions(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(['about.v1', 'sign-up.v9', 'sign-up.v10']);
      expect(await ids({ plan: 'about' })).toEqual(['about.v1']);
      expect(await ids({ runId: 'r1' })).toEqual(['sign-up.v9', 'sign-up.v10']);
    });
  });
}
