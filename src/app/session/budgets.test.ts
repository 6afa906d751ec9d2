import { expect, test } from 'vitest';
import { aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import type { Config } from '../../contract/config.ts';
import { emptyAccount, NO_LIMITS } from '../../domain/budget/account.ts';
import type { Store } from '../../store/store.ts';
import { decideGrant, listBudgets, meteredUnitsOf } from './budgets.ts';

const none = { sessionUsd: null, runUsd: null, dayUsd: null, sessionTokens: null, runTokens: null };
const store = { listAccounts: async (names) => names.map(emptyAccount) } as Pick<
  Store,
  'listAccounts'
> as Store;
const budgetsUnder = (budget: Partial<Config['budget']>, runId: string | null = null) => {
  const config = { budget: { ...none, dayTokens: null, warnAt: 0.8, ...budget } } as Config;
  const payer = { session: aSession({ runId }), spec: aSpec(), at: T0 };
  return listBudgets({ store, config }, payer);
};

test('without any limit there is no budget to look at', async () => {
  expect(await budgetsUnder({})).toEqual([]);
});

test('a session pays from its own account, that of its run and that of the day', async () => {
  const budgets = await budgetsUnder({ runUsd: 2, dayTokens: 9 }, 'r1');
  expect(budgets.map(({ account, limits }) => [account.name, limits])).toEqual([
    [`session:${aSession().id}`, NO_LIMITS],
    ['run:r1', { microUsd: 2_000_000, tokens: null }],
    ['day:2023-11-14', { microUsd: null, tokens: 9 }],
  ]);
});

test('what is granted is reserved in every account, under the limit of each', async () => {
  const budgets = await budgetsUnder({ runUsd: 2 }, 'r1');
  const grant = decideGrant(budgets, { microUsd: true, tokens: true }, T0);
  expect(grant).toMatchObject({ capMicroUsd: 1_000_000, day: '2023-11-14' });
  expect('writes' in grant && grant.writes).toMatchObject([
    { account: `session:${aSession().id}`, limits: { microUsd: null } },
    { account: 'run:r1', limits: { microUsd: 2_000_000 }, amount: { microUsd: 1_000_000, tokens: 0 } },
    { account: 'day:2023-11-14' },
  ]);
});

test('an agent with a screen tells nothing of what it spends', () => {
  const can = { manyTurns: true, interactive: true, resume: true, tellsCost: true, tellsEvents: true };
  expect(meteredUnitsOf({ can }, 'headless')).toEqual({ microUsd: true, tokens: true });
  expect(meteredUnitsOf({ can }, 'interactive')).toEqual({ microUsd: false, tokens: false });
});
