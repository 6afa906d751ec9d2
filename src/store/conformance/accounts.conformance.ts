import { describe, expect, test } from 'vitest';
import { addSession, aNote, aSession } from '../../../tests/store/rows.ts';
import { type Amount, emptyAccount, NO_LIMITS, NOTHING } from '../../domain/budget/account.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED, STALE } from './pair.conformance.ts';

const OVER = { saved: false, why: 'over-budget' };
const usd = (microUsd: number): Amount => ({ microUsd, tokens: 0 });
const tokens = (count: number): Amount => ({ microUsd: 0, tokens: count });
const upTo = (microUsd: number) => ({ ...NO_LIMITS, microUsd });

const hold = (amount: Amount, limits = NO_LIMITS, account = 'p'): Write => ({
  kind: 'reserve-account',
  account,
  amount,
  limits,
});
const charge = (spent: Amount, released = NOTHING): Write => ({
  kind: 'charge-account',
  account: 'p',
  spent,
  released,
});
const about = { sessionId: aSession().id, journal: aNote('words') };

export function describeAccounts(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const account = async () => (await on.other.listAccounts(['p']))[0];

  describe('accounts', () => {
    test('one that was never used is empty, and they come in the order asked for', async () => {
      await save(charge(usd(3)));
      expect(await on.other.listAccounts(['q', 'p'])).toEqual([
        emptyAccount('q'),
        { ...emptyAccount('p'), spent: usd(3) },
      ]);
      expect(await on.other.listAccounts([])).toEqual([]);
    });

    test('what is set aside must fit beside what is spent and what others hold', async () => {
      await save(charge(usd(40)), hold(usd(50), upTo(100)));
      expect(await on.store.commit([hold(usd(11), upTo(100))])).toEqual(OVER);
      await save(hold(usd(10), upTo(100)));
      expect(await account()).toMatchObject({ spent: usd(40), reserved: usd(60) });
    });

    test('tokens have a limit of their own', async () => {
      const limits = { microUsd: null, tokens: 5 };
      await save(hold(usd(1_000_000), limits), hold(tokens(5), limits));
      expect(await on.store.commit([hold(tokens(1), limits)])).toEqual(OVER);
    });

    test('a refused amount takes back all that was written with it', async () => {
      expect(await on.store.commit([charge(usd(5)), hold(usd(6), upTo(10))])).toEqual(OVER);
      expect(await account()).toEqual(emptyAccount('p'));
    });

    test('what is released can be set aside again, and what was spent instead cannot', async () => {
      await save(hold(usd(100), upTo(100)), charge(usd(70), usd(100)));
      expect(await on.store.commit([hold(usd(31), upTo(100))])).toEqual(OVER);
      await save(hold(usd(30), upTo(100)));
    });

    test('a account that was raised holds more, and warns again', async () => {
      await save(addSession(), charge(usd(100)), { kind: 'warn-account', account: 'p', ...about });
      await save({ kind: 'raise-account', account: 'p', amount: usd(20), ...about });
      expect(await account()).toMatchObject({ raised: usd(20), isWarned: false });
      await save(hold(usd(20), upTo(100)));
      expect(await on.store.commit([hold(usd(1), upTo(100))])).toEqual(OVER);
      const events = (await on.store.listJournal({ after: 1, limit: 9 })).map(({ event }) => event);
      expect(events).toEqual(['budget-warned', 'budget-raised']);
    });

    test('a warning is given once', async () => {
      await save({ kind: 'warn-account', account: 'p', ...about });
      expect(await on.other.commit([{ kind: 'warn-account', account: 'p', ...about }])).toEqual(STALE);
    });

    test('of many who race for it from two stores, no more get some than it holds', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? on.store : on.other).commit([hold(usd(40), upTo(100))]),
        ),
      );
      expect(results.filter(({ saved }) => saved)).toHaveLength(2);
      expect(await account()).toMatchObject({ reserved: usd(80) });
    });
  });
}
