import { AGENT_NAMES, findAgent } from '../agents/registry.ts';
import type { Config } from '../domain/config/config.ts';
import type { Check } from '../views/check-list.ts';

/** The budgets of a project, and which agent CLIs a budget of money cannot stop. */
export function checkBudget({ budget }: Pick<Config, 'budget'>): Check {
  const limits = [
    ...named('session', budget.sessionUsd, budget.sessionTokens),
    ...named('run', budget.runUsd, budget.runTokens),
    ...named('day', budget.dayUsd, budget.dayTokens),
  ];
  const silent = AGENT_NAMES.filter((name) => findAgent(name)?.can.tellsCost === false);
  const found = limits.length === 0 ? 'none' : limits.join(', ');
  const hasMoney = [budget.sessionUsd, budget.runUsd, budget.dayUsd].some((usd) => usd !== null);
  const note = `budgets of money do not stop ${silent.join(', ')}: no cost is told`;
  return {
    name: 'budget',
    is: hasMoney && silent.length > 0 ? 'warn' : 'ok',
    found: silent.length === 0 ? found : `${found}; ${note}`,
    remedy: hasMoney && silent.length > 0 ? 'limit those by lifetime (limits.lifetime, --timeout)' : '',
  };
}

const named = (of: string, usd: number | null, tokens: number | null): readonly string[] => [
  ...(usd === null ? [] : [`$${usd} per ${of}`]),
  ...(tokens === null ? [] : [`${tokens} tokens per ${of}`]),
];
