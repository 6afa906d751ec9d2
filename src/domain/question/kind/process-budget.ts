import { GO_ON, STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';
import { endForBudget } from './budget.ts';

/** `why`: the reason of a session that ends with it. */
export type ProcessBudgetPayload = Readonly<{ why: string }>;

/** The agent CLI stopped at the most that one process of it may spend. */
export const processBudget: KindRow<ProcessBudgetPayload, Readonly<{ words: string }>> = {
  word: ({ words }) => {
    const why = `The agent CLI stopped at the budget of one process (${words}).`;
    return { text: `${why} Go on with a new one?`, options: [GO_ON, STOP], payload: { why } };
  },
  effect: ({ payload }, answer) => {
    const said = answer.trim().toLowerCase();
    if (said === STOP) return endForBudget(payload.why);
    return said === GO_ON ? { do: 'go-on' } : null;
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'idles-out',
  topic: 'budget',
};
