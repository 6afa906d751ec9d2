import type { WorkflowAnswer } from '../contract/answer/workflow.ts';
import { depthsOf } from '../domain/workflow/graph.ts';
import {
  nextStageOf,
  roleNamed,
  type Stage,
  type Transition,
  type Workflow,
} from '../domain/workflow/workflow.ts';
import { renderDuration } from './duration.ts';
import { oneLine, shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

const COLUMNS = 80;
/** Between the two sides of a box. */
const INSIDE = COLUMNS - 6;

/** The whole workflow as a drawing: a box for each stage, with what leads where, and who is in it. */
export function renderWorkflow(workflow: Workflow, style: Style): string {
  const stages = inOrder(workflow);
  const width = Math.min(
    INSIDE,
    Math.max(30, ...stages.flatMap((stage) => widthsOf(workflow, stages, stage))),
  );
  const boxes = stages.map((stage, index) => {
    const next = stages[index + 1];
    const isNext = stage.on.some(({ move }) => next !== undefined && nextStageOf(move) === next.name);
    return renderBox(stage, { lines: linesOf(workflow, stages, stage), width, isNext, style });
  });
  return [
    `${style.bold(workflow.name)}\n`,
    workflow.description === '' ? '' : `${shortLine(workflow.description, COLUMNS)}\n`,
    `${renderRules(workflow)}\n\n`,
    boxes.join(''),
    `\n${renderRoles(workflow, style)}`,
  ].join('');
}

/** Nearest to the entry first; what cannot be reached comes last. */
function inOrder(workflow: Workflow): readonly Stage[] {
  const depths = depthsOf(workflow);
  const depth = ({ name }: Stage): number => depths.get(name) ?? workflow.stages.length;
  return [...workflow.stages].sort((a, b) => depth(a) - depth(b));
}

function renderRules({ iterations, timeoutMs, failure }: Workflow): string {
  return [
    iterations === null ? 'goes straight through' : `each stage at most ${iterations} times`,
    timeoutMs === null ? 'time as timeouts.run says' : `ends after ${renderDuration(timeoutMs)}`,
    failure === 'fail' ? 'fails when a role is lost' : 'asks when a role is lost',
  ].join(' · ');
}

const widthsOf = (workflow: Workflow, stages: readonly Stage[], stage: Stage): readonly number[] => [
  stage.name.length + 4,
  ...linesOf(workflow, stages, stage).map((line) => [...line].length + 2),
];

function linesOf(workflow: Workflow, stages: readonly Stage[], stage: Stage): readonly string[] {
  const role = roleNamed(workflow, stage.role);
  const triggers = Math.max(...stage.on.map(({ on }) => on.length), 0);
  const moves = stage.on.map(
    (transition) => `  ${transition.on.padEnd(triggers)}  ${moveText(stages, stage, transition)}`,
  );
  return [`${stage.role}${role?.isOptional ? ' (optional)' : ''}`, ...moves].map((line) =>
    shortLine(`|${line}`, INSIDE - 1).slice(1),
  );
}

function moveText(stages: readonly Stage[], from: Stage, { move }: Transition): string {
  if (move.is === 'finish') return '■ done';
  const indexOf = (name: string): number => stages.findIndex((stage) => stage.name === name);
  const arrow = (name: string): string => `${indexOf(name) > indexOf(from.name) ? '↓' : '↑'} ${name}`;
  if (move.is === 'go') return arrow(move.stage);
  const after = move.stage === null ? '' : ` then ${arrow(move.stage)}`;
  return `? asks you${after}: ${oneLine(move.text)}`;
}

type Drawing = Readonly<{ lines: readonly string[]; width: number; isNext: boolean; style: Style }>;

function renderBox({ name }: Stage, { lines, width, isNext, style }: Drawing): string {
  const half = Math.floor(width / 2);
  const bottom = isNext ? `${'─'.repeat(half)}┬${'─'.repeat(width - half - 1)}` : '─'.repeat(width);
  const body = lines.map((line) => `  │ ${line}${' '.repeat(Math.max(0, width - 1 - [...line].length))}│\n`);
  return [
    `  ┌ ${style.bold(name)} ${'─'.repeat(Math.max(0, width - name.length - 2))}┐\n`,
    ...body,
    `  └${bottom}┘\n`,
    isNext ? `  ${' '.repeat(half + 1)}▼\n` : '',
  ].join('');
}

function renderRoles({ roles }: Workflow, style: Style): string {
  const rows = roles.map(({ name, persona, hasWorkspace, isOptional }) => [
    { text: name, paint: style.bold },
    persona,
    hasWorkspace ? 'own worktree' : '-',
    isOptional ? 'optional' : 'required',
  ]);
  return renderTable([['ROLE', 'PERSONA', 'WORKSPACE', 'NEEDED'], ...rows]);
}

type FoundWorkflow = Readonly<{ workflow: Workflow; file: string; source: WorkflowAnswer['source'] }>;

export const workflowJson = ({ workflow, file, source }: FoundWorkflow): WorkflowAnswer => ({
  name: workflow.name,
  description: workflow.description,
  entry: workflow.entry,
  iterations: workflow.iterations,
  timeout_ms: workflow.timeoutMs,
  failure: workflow.failure,
  roles: workflow.roles.map(({ name, persona, hasWorkspace, isOptional }) => ({
    name,
    persona,
    has_workspace: hasWorkspace,
    is_optional: isOptional,
  })),
  stages: [...workflow.stages],
  file,
  source,
});
