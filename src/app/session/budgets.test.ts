import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { anAttempt, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import type { Config } from '../../contract/config.ts';
import { emptyAccount, NO_LIMITS } from '../../domain/budget/account.ts';
import type { Store } from '../../store/store.ts';
import { chargeWrites, decideGrant, listBudgets, meteredUnitsOf } from './budgets.ts';

const none = { sessionUsd: null, runUsd: null, dayUsd: null, sessionTokens: null, runTokens: null };
const store = { listAccounts: async (names) => names.map(emptyAccount) } as Pick<
  Store,
  'listAccounts'
> as Store;
const budgetsUnder = (budget: Partial<Config['budget']>, runId: string | null = null) => {
  const config = aConfig({ budget: { ...none, dayTokens: null, warnAt: 0.8, ...budget } });
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

test('those above a session pay for it too, and so does the run that one of them has a role in', async () => {
  const config = aConfig({ budget: { ...none, runUsd: 9, dayTokens: null, warnAt: 0.8 } });
  const session = aSession({ ancestors: ['up', 'top'], payingRunId: 'r1' });
  const findSpec = async (id: string) => aSpec({ budgetUsd: id === 'up' ? 3 : 5 });
  const reads = { ...store, findSpec } as unknown as Store;
  const budgets = await listBudgets({ store: reads, config }, { session, spec: aSpec(), at: T0 });
  expect(budgets.map(({ account, limits, isShared }) => [account.name, limits.microUsd, isShared])).toEqual([
    [`session:${session.id}`, null, false],
    ['session:up', 3_000_000, true],
    ['session:top', 5_000_000, true],
    ['run:r1', 9_000_000, true],
    ['day:2023-11-14', null, true],
  ]);
  const charged = chargeWrites(session, anAttempt(), {
    spent: { microUsd: 7, tokens: 0 },
    released: { microUsd: 0, tokens: 0 },
    at: T0,
  });
  const names = charged.map((write) => (write.kind === 'charge-account' ? write.account : ''));
  expect(names).toEqual(budgets.map(({ account }) => account.name));
});

test('a session that may begin others leaves them half of what it has, however little', async () => {
  const config = aConfig({ budget: { ...none, sessionUsd: null, dayTokens: null, warnAt: 0.8 } });
  const grantOf = async (mayCreate: { depth: number; count: number } | null) => {
    const payer = { session: aSession(), spec: aSpec({ budgetUsd: 0.2, mayCreate }), at: T0 };
    const budgets = await listBudgets({ store, config }, payer);
    return decideGrant(budgets, { agent: { can }, mode: 'headless', at: T0 });
  };
  expect(await grantOf(null)).toMatchObject({ capMicroUsd: 200_000 });
  expect(await grantOf({ depth: 1, count: 3 })).toMatchObject({ capMicroUsd: 100_000 });
});

const { can } = claude;

test('what is granted is reserved in every account, under the limit of each', async () => {
  const budgets = await budgetsUnder({ runUsd: 2 }, 'r1');
  const grant = decideGrant(budgets, { agent: { can }, mode: 'headless', at: T0 });
  expect(grant).toMatchObject({ capMicroUsd: 1_000_000, day: '2023-11-14' });
  expect('writes' in grant && grant.writes).toMatchObject([
    { account: `session:${aSession().id}`, limits: { microUsd: null } },
    { account: 'run:r1', limits: { microUsd: 2_000_000 }, amount: { microUsd: 1_000_000, tokens: 0 } },
    { account: 'day:2023-11-14' },
  ]);
});

const transcript = {
  partsFolder: () => '',
  parse: () => null,
  isBegun: () => true,
  holds: () => true,
  isTorn: () => false,
};

test('an agent with a screen tells what it spends only by its transcript', () => {
  const all = { microUsd: true, tokens: true };
  expect(meteredUnitsOf({ can }, 'headless')).toEqual(all);
  expect(meteredUnitsOf({ can }, 'interactive')).toEqual({ microUsd: false, tokens: false });
  expect(meteredUnitsOf({ can, transcript }, 'interactive')).toEqual(all);
});

test('a process with a screen is given no limit of its own', async () => {
  const budgets = await budgetsUnder({ runUsd: 2 }, 'r1');
  const agent = { can, transcript };
  const grant = decideGrant(budgets, { agent, mode: 'interactive', at: T0 });
  expect(grant).toMatchObject({ capMicroUsd: null, reserved: { microUsd: 1_000_000 } });
});
