import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';

export const aTask = (changes: Partial<PlanTask> & Pick<PlanTask, 'id' | 'role'>): PlanTask => ({
  instructions: 'Write it.',
  inputs: [],
  outputs: [],
  criteria: [],
  dependencies: [],
  verifier: 'checker',
  timeoutMs: null,
  retries: null,
  escalation: null,
  ...changes,
});

/** A plan with these tasks, all verified by one checker. */
export const aPlan = (tasks: readonly PlanTask[]): Plan => ({
  name: 'report',
  goal: 'A report',
  timeoutMs: null,
  escalation: ['workflow_architect', 'user'],
  agents: [
    ...[...new Set(tasks.map(({ role }) => role))].map((role) => ({ role, persona: 'developer' })),
    { role: 'checker', persona: 'verifier' },
  ],
  tasks,
  parallelGroups: [],
  checkpoints: [],
  newPersonas: [],
});

export const partId = (n: number): string => `part_${n}_1727539200`;

export const aPart = (n: number, changes: Partial<PlanTask> = {}): PlanTask =>
  aTask({ id: partId(n), role: `agent_${n}`, instructions: `Write part ${n}.`, ...changes });

/** Tasks that wait for each other as the edges say; with fewer `roles` than tasks some have two. */
export const planOf = (needs: readonly (readonly number[])[], roles = needs.length): Plan =>
  aPlan(needs.map((list, n) => aPart(n, { role: `agent_${n % roles}`, dependencies: list.map(partId) })));
