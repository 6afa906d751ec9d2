import type { TaskAnswer } from '../../contract/answer/run.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { reportTasks, type TaskReport } from '../../domain/run/plan/task-report.ts';
import type { Style } from '../style.ts';
import { type Cell, renderTable } from '../table.ts';

const PAINTS: Readonly<Partial<Record<TaskReport['status'], keyof Style>>> = {
  verified: 'green',
  blocked: 'yellow',
  pending: 'dim',
};

/** The tasks of a plan as people read them; nothing where there are none. */
export function renderTaskTable(memory: RunMemory, style: Style): string {
  const tasks = reportTasks(memory);
  if (tasks.length === 0) return '';
  const rows = tasks.map((task): readonly Cell[] => [
    task.id,
    { text: statusText(task), paint: paintOf(task, style) },
    task.role,
    task.rounds === 0 ? '-' : String(task.rounds),
    { text: task.criteria ?? '-', paint: task.criteria === 'red' ? style.red : (text) => text },
    task.waitsFor.join(', ') || '-',
  ]);
  const head = ['TASK', 'STATUS', 'ROLE', 'ROUNDS', 'CRITERIA', 'WAITS FOR'];
  return renderTable([head.map((text): Cell => ({ text, paint: style.bold })), ...rows], [20, 12]);
}

const statusText = ({ status, isStale }: TaskReport): string => (isStale ? `${status}, stale` : status);

function paintOf({ status, isStale }: TaskReport, style: Style): (text: string) => string {
  const paint = isStale ? 'yellow' : PAINTS[status];
  return paint === undefined ? (text) => text : style[paint];
}

export const taskJson = (memory: RunMemory): TaskAnswer[] =>
  reportTasks(memory).map((task) => ({
    task_id: task.id,
    role: task.role,
    verifier: task.verifier,
    status: task.status,
    rounds: task.rounds,
    criteria: task.criteria,
    is_stale: task.isStale,
    changed_inputs: task.changed,
    waits_for: task.waitsFor,
  }));
