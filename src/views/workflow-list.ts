import type { CheckAnswer, WorkflowListAnswer } from '../contract/answer/workflow.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { shortLine } from './one-line.ts';
import { renderProblems } from './problem-lines.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

type CheckedWorkflow = Readonly<{
  name: string;
  file: string;
  source: 'project' | 'shipped';
  workflow: Workflow | null;
  problems: readonly Readonly<{ file: string; line: number; problem: string }>[];
}>;

const DESCRIPTION_LETTERS = 80;

export function renderWorkflowTable(checked: readonly CheckedWorkflow[], style: Style): string {
  const rows = checked.map(({ name, source, workflow, problems }) => [
    { text: name, paint: problems.length === 0 ? style.bold : style.red },
    source,
    workflow?.roles.map((role) => role.name).join(', ') ?? '-',
    shortLine(workflow?.description ?? '', DESCRIPTION_LETTERS),
  ]);
  const broken = checked.filter((one) => !isSound(one)).length;
  const note = broken === 0 ? '' : `\n❌ ${broken} broken: swarm workflow check\n`;
  const list = renderTable([['NAME', 'FROM', 'ROLES', 'DESCRIPTION'], ...rows], [16, 8, 20]);
  return `${checked.length === 0 ? 'No workflows found\n' : list}${note}`;
}

export function renderWorkflowCheck(checked: readonly CheckedWorkflow[]): string {
  const good = checked.filter(isSound).length;
  const problems = checked.flatMap((one) => one.problems);
  return renderProblems(problems, { good, broken: checked.length - good });
}

export const isSound = ({ problems }: Pick<CheckedWorkflow, 'problems'>): boolean => problems.length === 0;

export const workflowListJson = (checked: readonly CheckedWorkflow[]): WorkflowListAnswer => ({
  workflows: checked.map(({ name, source, file, workflow, problems }) => ({
    name,
    description: workflow?.description ?? null,
    roles: workflow?.roles.map((role) => role.name) ?? [],
    stages: workflow?.stages.map((stage) => stage.name) ?? [],
    source,
    file,
    problems,
  })),
});

export const workflowCheckJson = (checked: readonly CheckedWorkflow[]): CheckAnswer => ({
  good: checked.filter(isSound).map(({ name }) => name),
  problems: checked.flatMap(({ problems }) => problems),
});
