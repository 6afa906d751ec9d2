import type { PlanAnswer } from '../../contract/answer/plan.ts';
import type { Estimate } from '../../domain/plan/estimate.ts';
import { criticalPath, graphOf, wavesOf } from '../../domain/plan/graph.ts';
import { escalationOf, type Plan, type PlanTask } from '../../domain/plan/plan.ts';
import { slugOfId } from '../../domain/plan/task-id.ts';
import { renderDuration } from '../duration.ts';
import { shortLine } from '../one-line.ts';
import type { Style } from '../style.ts';
import { visibleLine } from '../visible-text.ts';
import { personaNamed } from './coordination-plan.ts';

export type ShownPlan = Readonly<{
  plan: Plan;
  file: string;
  estimate: Estimate;
  /** Of a task without a time of its own. */
  taskMs: number;
}>;

const COLUMNS = 100;

/** The plan as a drawing: tasks as they can begin, with what each waits for and hands over. */
export function renderPlan({ plan, estimate, taskMs }: ShownPlan, style: Style): string {
  const waves = wavesOf(graphOf(plan).needs);
  const last = Math.max(0, ...waves.map((wave) => wave ?? 0));
  const parts = Array.from({ length: last + 1 }, (_, wave) => {
    const tasks = plan.tasks.filter((_task, index) => waves[index] === wave);
    return [
      `${style.dim(`── ${wave + 1} `.padEnd(COLUMNS / 2, '─'))}\n`,
      ...tasks.map((task) => renderTask(plan, task, style)),
    ].join('');
  });
  const { way, ms } = longestWay(plan, taskMs);
  return [
    `${style.bold(plan.name)}\n${shortLine(plan.goal, COLUMNS)}\n\n`,
    parts.join(''),
    `\nLongest way: ${way.map(slugOfId).join(' → ')} (at most ${renderDuration(ms)} of turns)\n`,
    `${renderEstimate(estimate)}\n`,
  ].join('');
}

function renderTask(plan: Plan, task: PlanTask, style: Style): string {
  const lines: readonly (readonly [mark: string, text: string])[] = [
    ['by', `${task.role} (${personaNamed(plan, task.role)}), verified by ${task.verifier}`],
    ...task.dependencies.map((id) => ['◄ waits for', id] as const),
    ...task.inputs.map(({ path }) => ['← reads', path] as const),
    ...task.outputs.map(
      ({ path, format }) => ['→ writes', `${path}${format === null ? '' : ` (${format})`}`] as const,
    ),
    ...task.criteria.map(({ text, command }) => ['✓', command === null ? text : `$ ${command}`] as const),
  ];
  return [
    `${style.bold(task.id)}\n`,
    ...lines.map(([mark, text]) => `  ${style.dim(mark)} ${visibleLine(text)}\n`),
  ].join('');
}

function longestWay(plan: Plan, taskMs: number): Readonly<{ way: readonly string[]; ms: number }> {
  const costs = plan.tasks.map(({ timeoutMs }) => timeoutMs ?? taskMs);
  const { way, cost } = criticalPath(graphOf(plan).needs, costs);
  return { way: way.map((index) => plan.tasks[index]?.id ?? ''), ms: cost };
}

function renderEstimate({ sessions, turns, costUsd, withoutHistory }: Estimate): string {
  const size = `Estimate: ${sessions} sessions, ${turns} turns if nothing is sent back`;
  return costUsd === null
    ? `${size}; cost: no history of ${withoutHistory.join(', ')}`
    : `${size}; about $${costUsd.toFixed(2)}, by the median of each persona in this project`;
}

/** The same as a diagram in Mermaid, for pages that draw it. */
export function renderMermaid({ plan }: ShownPlan): string {
  const name = (id: string): string => `t${plan.tasks.findIndex((task) => task.id === id)}`;
  return [
    'graph TD',
    ...plan.tasks.map(({ id, role }) => `  ${name(id)}["${id}<br/>${role}"]`),
    ...plan.tasks.flatMap(({ id, dependencies }) =>
      dependencies.map((need) => `  ${name(need)} --> ${name(id)}`),
    ),
    '',
  ].join('\n');
}

export function planJson({ plan, file, estimate, taskMs }: ShownPlan): PlanAnswer {
  const waves = wavesOf(graphOf(plan).needs);
  const { way, ms } = longestWay(plan, taskMs);
  return {
    name: plan.name,
    goal: plan.goal,
    file,
    timeout_ms: plan.timeoutMs,
    agents: [...plan.agents],
    tasks: plan.tasks.map((task, index) => ({
      task_id: task.id,
      role: task.role,
      persona: personaNamed(plan, task.role),
      wave: (waves[index] ?? 0) + 1,
      instructions: task.instructions,
      inputs: task.inputs,
      outputs: task.outputs,
      success_criteria: task.criteria,
      dependencies: task.dependencies,
      verifier: task.verifier,
      timeout_ms: task.timeoutMs,
      retries: task.retries,
      escalation: escalationOf(plan, task),
    })),
    parallel_groups: plan.parallelGroups,
    checkpoints: plan.checkpoints.map(({ after, validates, failureModes }) => ({
      after,
      validates,
      failure_modes: failureModes,
    })),
    critical_path: { tasks: way, ms },
    estimate: {
      sessions: estimate.sessions,
      turns: estimate.turns,
      cost_usd: estimate.costUsd,
      without_history: estimate.withoutHistory,
    },
  };
}
