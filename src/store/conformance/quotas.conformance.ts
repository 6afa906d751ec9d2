import { describe, expect, test } from 'vitest';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import type { Quota } from '../../domain/session/quota.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const over = (limit: number, quota: Quota = 'items') => ({ saved: false, why: 'over-quota', quota, limit });
const { id } = aSession();
const use = (limit: number, quota: Quota = 'items', sessionId = id): Write => ({
  kind: 'use-quota',
  sessionId,
  quota,
  limit,
});

export function describeQuotas(on: Pair): void {
  describe('quotas', () => {
    test('a session adds as much as its limit says, of each kind apart', async () => {
      await on.store.commit([addSession()]);
      expect(await on.store.commit([use(2), use(2)])).toEqual(SAVED);
      expect(await on.other.commit([use(2)])).toEqual(over(2));
      expect(await on.other.commit([use(2, 'messages')])).toEqual(SAVED);
      expect(await on.other.commit([use(2, 'items', 'another')])).toEqual(SAVED);
      expect(await on.other.commit([use(3)])).toEqual(SAVED);
    });

    test('a commit that is refused uses nothing', async () => {
      await on.store.commit([addSession()]);
      expect(await on.store.commit([use(1), addSession()])).toMatchObject({ why: 'duplicate' });
      expect(await on.store.commit([use(1)])).toEqual(SAVED);
    });

    test('of many who use it at once, no more get through than the limit', async () => {
      await on.store.commit([addSession()]);
      const commits = Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? on.store : on.other).commit([use(5, 'questions')]),
      );
      const results = await Promise.all(commits);
      expect(results.filter(({ saved }) => saved)).toHaveLength(5);
      expect(results.filter(({ saved }) => !saved)).toEqual(Array(7).fill(over(5, 'questions')));
    });
  });
}
