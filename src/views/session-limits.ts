import type { Config } from '../contract/config.ts';
import { toMicroUsd } from '../domain/budget/account.ts';
import { amountText } from '../domain/budget/budget-text.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { renderDuration } from './duration.ts';

type Limited = Readonly<{
  cli: string;
  spec: Pick<SessionSpec, 'budgetUsd' | 'budgetTokens' | 'maxTurns'>;
  lifetimeMs: number;
}>;

/** What a session may use until it asks or ends, in words. */
export function limitWords({ cli, spec, lifetimeMs }: Limited, claude: Config['claude']): readonly string[] {
  const { budgetUsd, budgetTokens, maxTurns } = spec;
  return [
    ...(budgetUsd === null ? [] : [`${dollars(budgetUsd)}, then it asks`]),
    ...(budgetTokens === null ? [] : [`${amountText('tokens', budgetTokens)}, then it asks`]),
    ...(cli === 'claude' ? [stretchWords(claude, maxTurns)] : []),
    `${renderDuration(lifetimeMs)} of work`,
  ];
}

const dollars = (usd: number): string => amountText('microUsd', toMicroUsd(usd));

/** "$10.00 a session, then it asks". */
export const moneyWords = ({ budget, claude }: Pick<Config, 'budget' | 'claude'>): string => {
  const usd = budget.sessionUsd ?? claude.budgetUsd;
  return usd === null ? 'no limit of money' : `${dollars(usd)} a session, then it asks`;
};

/** "11 stretches of 50 model turns, then it asks". */
export function stretchWords({ maxTurns, stretches }: Config['claude'], own: number | null): string {
  const words = stretches === 0 ? 'one stretch' : `${stretches + 1} stretches`;
  return `${words} of ${own ?? maxTurns} model turns, then it asks`;
}
