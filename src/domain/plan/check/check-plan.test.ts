import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycle, graphOf, wavesOf } from '../graph.ts';
import type { Plan, PlanTask } from '../plan.ts';
import { checkPlan, RULE_NAMES, type RuleName } from './check-plan.ts';
import type { PlanFacts } from './finding.ts';
import { TASKS_MOST } from './tasks.ts';

const FACTS: PlanFacts = {
  personas: ['developer', 'verifier'],
  absentFiles: new Set(['docs/missing.md']),
  limitMs: null,
  taskMs: 60_000,
};

const task = (n: number, more: Partial<PlanTask> = {}): PlanTask => ({
  id: `part_${n}_1727539200`,
  role: `agent_${n}`,
  instructions: `Write part ${n} of the report in plain words, with a source for every number in it.`,
  inputs: [],
  outputs: [{ path: `agents/agent_${n}/task_output/part.md`, format: 'Markdown' }],
  criteria: [
    { text: 'Every number has a source', command: null, file: `agents/agent_${n}/task_output/part.md` },
  ],
  dependencies: [],
  verifier: 'checker',
  timeoutMs: null,
  retries: null,
  escalation: null,
  ...more,
});

/** Tasks that wait for each other as the edges say, and read what those wrote. */
function planOf(needs: readonly (readonly number[])[]): Plan {
  const tasks = needs.map((list, n) =>
    task(n, {
      dependencies: list.map((need) => `part_${need}_1727539200`),
      inputs: list.map((need) => ({ path: `agents/agent_${need}/task_output/part.md`, format: 'Markdown' })),
    }),
  );
  return {
    name: 'report',
    goal: 'A report',
    timeoutMs: null,
    escalation: ['workflow_architect', 'user'],
    agents: [
      ...tasks.map(({ role }) => ({ role, persona: 'developer' })),
      { role: 'checker', persona: 'verifier' },
    ],
    tasks,
    parallelGroups: [],
    checkpoints: tasks
      .filter((_, n) => needs.some((list) => list.includes(n)))
      .map(({ id }) => ({
        after: id,
        validates: 'The part is complete',
        failureModes: [{ failure: 'A source is missing', remedy: 'Add it' }],
      })),
    newPersonas: [],
  };
}

const SOUND = planOf([[], [0], [0, 1]]);
const withTask = (n: number, more: Partial<PlanTask>): Plan => ({
  ...SOUND,
  tasks: SOUND.tasks.map((one, index) => (index === n ? { ...one, ...more } : one)),
});
const criterion = (text: string) => ({ criteria: [{ text, command: null, file: null }] });
const part = (n: number) => ({ path: `agents/agent_${n}/task_output/part.md`, format: 'Markdown' });

type Broken = Readonly<{ plan: Plan; at: string; says: string; facts?: Partial<PlanFacts> }>;

/** One broken plan, or more, for each rule. */
const BROKEN: Readonly<Record<RuleName, readonly Broken[]>> = {
  'task-count': [
    { plan: { ...SOUND, tasks: [] }, at: 'tasks', says: 'has no tasks' },
    { plan: planOf(Array.from({ length: 2000 }, () => [])), at: 'tasks', says: `at most ${TASKS_MOST}` },
  ],
  'task-id': [
    { plan: withTask(2, { id: '../../etc_1727539200' }), at: 'tasks.2.task_id', says: 'is no task_id' },
    { plan: withTask(2, { id: 'write_the_end' }), at: 'tasks.2.task_id', says: 'is no task_id' },
  ],
  'duplicate-task-id': [
    {
      plan: withTask(2, { id: 'part_1_1727539200', dependencies: [], inputs: [] }),
      at: 'tasks.2.task_id',
      says: 'two tasks',
    },
  ],
  instructions: [
    { plan: withTask(1, { instructions: '' }), at: 'tasks.1.instructions', says: 'missing' },
    { plan: withTask(1, { instructions: 'Do it well.' }), at: 'tasks.1.instructions', says: 'have 3 words' },
    {
      plan: withTask(1, { instructions: `${task(1).instructions} TODO: say where.` }),
      at: 'tasks.1.instructions',
      says: '"TODO" was never filled in',
    },
    {
      plan: withTask(1, { instructions: `${task(1).instructions} Handle errors as appropriate.` }),
      at: 'tasks.1.instructions',
      says: '"as appropriate" leaves open',
    },
  ],
  'success-criteria': [
    { plan: withTask(1, { criteria: [] }), at: 'tasks.1', says: 'no success criterion' },
    {
      plan: withTask(1, criterion('It is fast')),
      at: 'tasks.1.success_criteria.0',
      says: 'cannot be measured',
    },
    {
      plan: withTask(1, { criteria: [{ text: 'The part looks good', command: null, file: part(1).path }] }),
      at: 'tasks.1.success_criteria.0',
      says: 'what to look for',
    },
    {
      plan: withTask(1, {
        criteria: [{ text: 'Every number has a source', command: null, file: 'other.md' }],
      }),
      at: 'tasks.1.success_criteria.0',
      says: 'does not write "other.md"',
    },
  ],
  'file-path': [
    {
      plan: withTask(2, { outputs: [part(2), { path: '../secret', format: 'text' }] }),
      at: 'tasks.2.outputs.1.path',
      says: 'leaves the project',
    },
    {
      plan: withTask(2, { outputs: [part(2), { path: 'agents/agent_1/task_output/x.md', format: 'text' }] }),
      at: 'tasks.2.outputs.1.path',
      says: 'agent_2 may not write',
    },
    {
      plan: withTask(2, { outputs: [part(2), { path: './report.md', format: 'text' }] }),
      at: 'tasks.2.outputs.1.path',
      says: 'no plain path',
    },
  ],
  'file-without-writer': [
    {
      plan: withTask(2, { inputs: [{ path: 'agents/agent_0/task_output/prat.md', format: null }] }),
      at: 'tasks.2.inputs.0.path',
      says: 'no other task writes',
    },
    {
      plan: withTask(2, { inputs: [{ path: 'docs/missing.md', format: null }] }),
      at: 'tasks.2.inputs.0.path',
      says: 'no other task writes',
    },
  ],
  'file-with-two-writers': [
    {
      plan: {
        ...SOUND,
        tasks: SOUND.tasks.map((one) => ({
          ...one,
          outputs: [
            ...one.outputs,
            { path: `src/${one.role.slice(-1) === '0' ? 'a' : 'b'}.ts`, format: 'ts' },
          ],
        })),
      },
      at: 'tasks.2.outputs.1.path',
      says: 'written by part_1_1727539200 too',
    },
  ],
  'file-read-too-early': [
    { plan: withTask(1, { dependencies: [] }), at: 'tasks.1.inputs.0', says: 'without waiting for part_0' },
  ],
  'file-format': [
    {
      plan: withTask(0, { outputs: [{ ...part(0), format: null }] }),
      at: 'tasks.0.outputs.0',
      says: 'its format is not said',
    },
    {
      plan: withTask(1, { inputs: [{ ...part(0), format: 'JSON' }] }),
      at: 'tasks.1.inputs.0.format',
      says: 'written as "Markdown"',
    },
  ],
  'file-cycle': [
    { plan: withTask(0, { inputs: [part(2)] }), at: 'tasks.2.inputs', says: 'files go round: part_2' },
  ],
  'unknown-dependency': [
    {
      plan: withTask(0, { dependencies: ['part_9_1727539200'] }),
      at: 'tasks.0.dependencies.0',
      says: 'no task is called',
    },
    {
      plan: withTask(0, { dependencies: ['part_0_1727539200'] }),
      at: 'tasks.0.dependencies.0',
      says: 'waits for itself',
    },
  ],
  'dependency-cycle': [
    {
      plan: withTask(0, { dependencies: ['part_2_1727539200'] }),
      at: 'tasks.2.dependencies',
      says: 'part_2_1727539200 → part_0_1727539200 → part_2_1727539200',
    },
  ],
  'parallel-group': [
    {
      plan: { ...SOUND, parallelGroups: [['part_0_1727539200', 'part_2_1727539200']] },
      at: 'parallel_groups.0.1',
      says: 'one waits for the other',
    },
    {
      plan: { ...SOUND, parallelGroups: [['part_0_1727539200', 'nothing']] },
      at: 'parallel_groups.0.1',
      says: 'no task is called',
    },
  ],
  'handoff-without-checkpoint': [
    {
      plan: { ...SOUND, checkpoints: SOUND.checkpoints.slice(1) },
      at: 'tasks.0',
      says: 'without a checkpoint',
    },
  ],
  'unknown-checkpoint': [
    {
      plan: {
        ...SOUND,
        checkpoints: [
          ...SOUND.checkpoints,
          { after: 'nothing', validates: 'x', failureModes: [{ failure: 'a', remedy: 'b' }] },
        ],
      },
      at: 'checkpoints.2.after',
      says: 'no task is called "nothing"',
    },
  ],
  'failure-modes': [
    {
      plan: {
        ...SOUND,
        checkpoints: SOUND.checkpoints.map((one, n) => (n === 1 ? { ...one, failureModes: [] } : one)),
      },
      at: 'checkpoints.1',
      says: 'no failure mode',
    },
  ],
  roster: [
    {
      plan: withTask(2, { verifier: 'chekcer' }),
      at: 'tasks.2.verifier',
      says: 'no agent is called "chekcer"',
    },
    {
      plan: { ...SOUND, agents: [...SOUND.agents, { role: 'idler', persona: 'developer' }] },
      at: 'agents.idler',
      says: 'no task is done or verified by "idler"',
    },
  ],
  verifier: [
    { plan: withTask(2, { verifier: 'agent_0' }), at: 'tasks.2.verifier', says: 'does tasks itself' },
  ],
  persona: [
    {
      plan: {
        ...SOUND,
        agents: SOUND.agents.map((one) => (one.role === 'checker' ? { ...one, persona: 'verifer' } : one)),
      },
      at: 'agents.checker.persona',
      says: 'unknown persona "verifer"',
    },
  ],
  escalation: [
    { plan: { ...SOUND, escalation: null }, at: 'tasks.0', says: 'no escalation path' },
    {
      plan: withTask(1, { escalation: ['workflow_architect'] }),
      at: 'tasks.1.escalation',
      says: 'the escalation path is',
    },
    {
      plan: withTask(1, { escalation: ['solution_architect', 'user'] }),
      at: 'tasks.1.escalation',
      says: 'solution_architect → user',
    },
  ],
  'critical-path': [
    { plan: { ...SOUND, timeoutMs: 120_000 }, at: 'timeout', says: 'may take 3m, and the plan has 2m' },
    { plan: SOUND, at: 'tasks', says: 'may take 3m', facts: { limitMs: 179_000 } },
  ],
};

/** Findings of other rules that no plan can be broken in this way without. */
const TOGETHER: Partial<Record<RuleName, readonly RuleName[]>> = {
  'duplicate-task-id': ['roster', 'handoff-without-checkpoint', 'unknown-checkpoint'],
  'file-cycle': ['file-read-too-early'],
  'dependency-cycle': ['handoff-without-checkpoint'],
};

test('a sound plan has no findings', () => {
  expect(checkPlan(SOUND, FACTS)).toEqual([]);
  expect(checkPlan({ ...SOUND, timeoutMs: 180_000 }, FACTS)).toEqual([]);
});

test.each(RULE_NAMES)('a plan that breaks the rule "%s" is told where, and what to do', (rule) => {
  for (const { plan, at, says, facts } of BROKEN[rule]) {
    const findings = checkPlan(plan, { ...FACTS, ...facts });
    const own = findings.find((finding) => finding.rule === rule && finding.path.join('.') === at);
    expect(own, JSON.stringify(findings)).toMatchObject({ problem: expect.stringContaining(says) });
    expect(own?.advice).toMatch(/\w/);
  }
});

test('a rule names its fault, and rules that have nothing to do with it are silent', () => {
  for (const rule of RULE_NAMES) {
    for (const { plan, facts } of BROKEN[rule].slice(0, 1)) {
      const others = checkPlan(plan, { ...FACTS, ...facts }).map((finding) => finding.rule);
      const foreign = others.filter((other) => other !== rule && !(TOGETHER[rule] ?? []).includes(other));
      expect([rule, foreign]).toEqual([rule, []]);
    }
  }
});

test('a file that a task reads by way of others is waited for', () => {
  const plan = withTask(2, { dependencies: ['part_1_1727539200'], inputs: [part(0), part(1)] });
  expect(checkPlan(plan, FACTS)).toEqual([]);
});

const digraph = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc
    .array(fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 4 }), {
      minLength: size,
      maxLength: size,
    })
    .map((needs) => needs.map((list, index) => list.filter((need) => need !== index))),
);

test('what is accepted can be worked off to its end; what is refused has a cycle that is named', () => {
  fc.assert(
    fc.property(digraph, (needs) => {
      const findings = checkPlan(planOf(needs), FACTS);
      const done = new Set<number>();
      for (let n = 0; n < needs.length; n++) {
        for (const [index, list] of needs.entries())
          if (list.every((need) => done.has(need))) done.add(index);
      }
      const isFinished = done.size === needs.length;
      expect(findings.length === 0).toBe(isFinished);
      expect(wavesOf(needs).every((wave) => wave !== null)).toBe(isFinished);
      const cycle = findCycle(needs);
      expect(cycle.length === 0).toBe(isFinished);
      for (const [index, at] of cycle.entries()) {
        const next = cycle[(index + 1) % cycle.length] ?? -1;
        expect(needs[next]).toContain(at);
      }
    }),
  );
});

test('a task is before another exactly when a way leads from it', () => {
  fc.assert(
    fc.property(digraph, (needs) => {
      fc.pre(findCycle(needs).length === 0);
      const { isBefore } = graphOf(planOf(needs));
      const reaches = (from: number, to: number): boolean =>
        (needs[to] ?? []).some((need) => need === from || reaches(from, need));
      for (const first of needs.keys()) {
        for (const second of needs.keys()) expect(isBefore(first, second)).toBe(reaches(first, second));
      }
    }),
  );
});
