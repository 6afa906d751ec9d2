import { expect, test } from 'vitest';
import type { Plan, PlanTask } from '../../plan/plan.ts';
import { planProgram } from './plan-program.ts';
import { definePlan } from './plan-state.ts';
import { taskOfRole } from './task-at-work.ts';

const taskNamed = (id: string, role: string): PlanTask => ({
  id,
  role,
  instructions: 'Write it.',
  inputs: [],
  outputs: [],
  criteria: [],
  dependencies: [],
  verifier: 'checker',
  timeoutMs: null,
  retries: null,
  escalation: null,
});

const PLAN: Plan = {
  name: 'report',
  goal: 'A report',
  timeoutMs: null,
  escalation: ['workflow_architect', 'user'],
  agents: ['writer', 'checker'].map((role) => ({ role, persona: role })),
  tasks: [taskNamed('draft_1727539200', 'writer'), taskNamed('index_1727539201', 'writer')],
  parallelGroups: [],
  checkpoints: [],
  newPersonas: [],
};

test('a role is at work on the task that it does or verifies, or is blocked on', () => {
  const definition = definePlan(PLAN);
  const program = planProgram(definition);
  const asked = { to: null, verdict: null, findings: [], body: '', round: null } as const;
  let { state } = program.start('A report');
  const at = (): readonly unknown[] =>
    ['writer', 'checker'].map((role) => taskOfRole({ definition, state }, role)?.id ?? null);
  expect(at()).toEqual(['draft_1727539200', null]);
  for (const id of ['m1', 'm2'])
    state = program.advance(state, { is: 'message', id, from: 'writer', type: 'result', ...asked }).state;
  const seen = { number: 1, commit: 'c', results: [], outputs: [], notes: [] };
  state = program.advance(state, { is: 'criteria-run', task: 'draft_1727539200', ...seen }).state;
  // Who handed it over may still have something to say on it.
  expect(at()).toEqual(['draft_1727539200', 'draft_1727539200']);
  const review = { ...asked, is: 'message', id: 'm3', from: 'checker', type: 'review' } as const;
  state = program.advance(state, { ...review, verdict: 'blocked' }).state;
  expect(at()).toEqual(['draft_1727539200', null]);
});
