import { listAgents } from '../agents/registry.ts';
import type { Config } from '../contract/config.ts';
import type { Check } from '../views/check-list.ts';

/** The budgets of a project, and which agent CLIs a budget of money cannot stop. */
export function checkBudget({ budget }: Pick<Config, 'budget'>): Check {
  const limits = [
    ...named('session', budget.sessionUsd, budget.sessionTokens),
    ...named('run', budget.runUsd, budget.runTokens),
    ...named('day', budget.dayUsd, budget.dayTokens),
  ];
  const silent = listAgents().flatMap(({ name, can }) => (can.tellsCost ? [] : [name]));
  const found = limits.length === 0 ? 'none' : limits.join(', ');
  const note = `budgets of money do not stop ${silent.join(', ')}: no cost is told`;
  return {
    name: 'budget',
    is: 'ok',
    found: silent.length === 0 ? found : `${found}; ${note}`,
    remedy: '',
  };
}

const named = (of: string, usd: number | null, tokens: number | null): readonly string[] => [
  ...(usd === null ? [] : [`$${usd} per ${of}`]),
  ...(tokens === null ? [] : [`${tokens} tokens per ${of}`]),
];
