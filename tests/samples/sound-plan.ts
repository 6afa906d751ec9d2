import fc from 'fast-check';
import type { PlanFacts } from '../../src/domain/plan/check/finding.ts';
import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';

export const SOUND_FACTS: PlanFacts = {
  personas: ['developer', 'verifier'],
  absentFiles: new Set(['docs/missing.md']),
  limitMs: null,
  taskMs: 60_000,
};

/** How a plan is laid out; everything else of it follows. */
export type PlanShape = Readonly<{
  /** For each task, those that it waits for; only earlier ones count. */
  needs: readonly (readonly number[])[];
  /** How many roles do the tasks, and how many verify them. */
  doers: number;
  verifiers: number;
  /** Whether readers name what they read, and tasks side by side are called so. */
  hasFiles: boolean;
  hasGroup: boolean;
}>;

const idOf = (n: number): string => `part_${n}_1727539200`;
const fileOf = (n: number, role: string): string => `agents/${role}/task_output/part_${n}.md`;

/** A plan without a finding. */
export function soundPlan({ needs, doers, verifiers, hasFiles, hasGroup }: PlanShape): Plan {
  const roleOf = (n: number): string => `agent_${n % Math.min(doers, needs.length)}`;
  const before = needs.map((list, n) => [...new Set(list)].filter((need) => need < n));
  const tasks = before.map((list, n): PlanTask => {
    const file = fileOf(n, roleOf(n));
    return {
      id: idOf(n),
      role: roleOf(n),
      instructions: `Write part ${n} of the report in plain words, with a source for every number in it.`,
      inputs: hasFiles ? list.map((need) => ({ path: fileOf(need, roleOf(need)), format: 'Markdown' })) : [],
      outputs: [{ path: file, format: 'Markdown' }],
      criteria: [{ text: 'Every number has a source', command: null, file }],
      dependencies: list.map(idOf),
      verifier: `checker_${n % verifiers}`,
      timeoutMs: null,
      retries: null,
      escalation: null,
    };
  });
  const roles = new Set(tasks.map(({ role }) => role));
  const checkers = new Set(tasks.map(({ verifier }) => verifier));
  const first = tasks.filter(({ dependencies }) => dependencies.length === 0);
  const group = [...new Map(first.map((task) => [task.role, task.id])).values()];
  return {
    name: 'report',
    goal: 'A report',
    timeoutMs: null,
    escalation: ['workflow_architect', 'user'],
    agents: [
      ...[...roles].map((role) => ({ role, persona: 'developer' })),
      ...[...checkers].map((role) => ({ role, persona: 'verifier' })),
    ],
    tasks,
    parallelGroups: hasGroup && group.length > 1 ? [group] : [],
    checkpoints: tasks.map(({ id }) => ({
      after: id,
      validates: 'The part is complete',
      failureModes: [{ failure: 'A source is missing', remedy: 'Add it' }],
    })),
    newPersonas: [],
  };
}

const TASKS_MOST = 12;

/** Random plans, all of them sound. */
export const soundPlans: fc.Arbitrary<Plan> = fc
  .record({
    needs: fc.array(fc.array(fc.nat({ max: TASKS_MOST - 1 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: TASKS_MOST,
    }),
    doers: fc.integer({ min: 1, max: TASKS_MOST }),
    verifiers: fc.integer({ min: 1, max: 3 }),
    hasFiles: fc.boolean(),
    hasGroup: fc.boolean(),
  })
  .map(soundPlan);
