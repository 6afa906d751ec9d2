import { expect, test } from 'vitest';
import { isLarge } from './complexity.ts';
import type { PlanTask } from './plan.ts';

const TASK: PlanTask = {
  id: 'a_1727539200',
  role: 'a',
  instructions: 'Write it.',
  inputs: [],
  outputs: [],
  criteria: [],
  dependencies: [],
  verifier: 'v',
  timeoutMs: null,
  retries: null,
  escalation: null,
};
const agents = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ role: `r${n}`, persona: 'developer' }));
const waitingFor = (...dependencies: string[]) => [{ ...TASK, dependencies }];

test('a plan is large with more than 5 agents, or a task that waits for more than 3 others', () => {
  expect([
    isLarge({ agents: agents(5), tasks: waitingFor('a', 'b', 'c') }),
    isLarge({ agents: agents(6), tasks: [] }),
    isLarge({ agents: agents(1), tasks: waitingFor('a', 'b', 'c', 'd') }),
    isLarge({ agents: agents(1), tasks: waitingFor('a', 'b', 'c', 'a') }),
  ]).toEqual([false, true, true, false]);
});
