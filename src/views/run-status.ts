import type { RunAnswer, RunStatusAnswer } from '../contract/answer/run.ts';
import type { RunReport } from '../domain/run/report.ts';
import { isRunOver, type Run, type RunState } from '../domain/run/run.ts';
import { approvedIds, isDegraded } from '../domain/run/workflow/state.ts';
import { goneBy } from '../domain/session/close-move.ts';
import { renderDuration } from './duration.ts';
import { oneLine, shortLine } from './one-line.ts';
import { renderTaskTable, taskJson } from './plan/task-table.ts';
import { taskCheckJson, verificationsJson } from './plan/verification-json.ts';
import { questionLine } from './question-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderMinute, renderStamp } from './time.ts';

const GOAL_LETTERS = 50;
const BAR_LETTERS = 20;
const WHOLE = 100;

export const isLiveRun = (run: Run): boolean => !isRunOver(run);

const PAINTS: Readonly<Record<RunState, keyof Style>> = {
  starting: 'cyan',
  running: 'green',
  waiting: 'yellow',
  synthesising: 'cyan',
  completed: 'green',
  failed: 'red',
  cancelled: 'dim',
};

const paintRun = (style: Style, state: RunState, text: string): string => style[PAINTS[state]](text);

const elapsedMs = ({ createdAt, endedAt }: Run, now: number): number => (endedAt ?? now) - createdAt;

/** Runs as people read them. */
export function renderRunTable(runs: readonly Run[], now: number, style: Style): string {
  if (runs.length === 0) return 'No runs yet. Start one: swarm start research "…"\n';
  const head = ['RUN', 'WORKFLOW', 'STATE', 'STAGE', 'DONE', 'STARTED', 'ELAPSED', 'GOAL'];
  const rows = runs.map((run): readonly Cell[] => [
    run.id,
    run.workflow,
    { text: run.state, paint: (text) => paintRun(style, run.state, text) },
    run.stage,
    `${run.progress}%`,
    renderMinute(run.createdAt),
    renderDuration(elapsedMs(run, now)),
    shortLine(run.goal, GOAL_LETTERS),
  ]);
  return renderTable([head.map((text): Cell => ({ text, paint: style.bold })), ...rows], [14, 12, 12]);
}

/** One run as people read it: where it is, who works, what went wrong and what it waits for. */
export function renderRunStatus(report: RunReport, style: Style): string {
  const { run, memory } = report;
  const lines: readonly (readonly [string, string | null])[] = [
    ['Run', run.id],
    ['Workflow', run.workflow],
    ['Goal', shortLine(run.goal, 2 * WHOLE)],
    [
      'State',
      `${paintRun(style, run.state, run.state)}${run.reasonText ? ` (${oneLine(run.reasonText)})` : ''}`,
    ],
    ['Progress', `${bar(run.progress)} ${run.progress}%`],
    ['Stages', 'plan' in memory.definition ? null : stagesText(report, style)],
    ['Round', String(roundOf(report))],
    ['Created', renderStamp(run.createdAt)],
    ['Elapsed', renderDuration(elapsedMs(run, report.now))],
    ['Leaving', leavingText(report)],
    ['Degraded', isDegraded(memory.state) ? oneLine(memory.state.warnings.join('; ')) : null],
  ];
  const told = lines
    .filter(([, text]) => text !== null)
    .map(([label, text]) => `${style.bold(`${label}:`)} ${text}\n`);
  return [
    ...told,
    '\n',
    ...tableOfTasks(report, style),
    renderRoles(report, style),
    ...errorLines(report, style),
    ...waitLines(report, style),
  ].join('');
}

/** Of a workflow: how often its stage was entered. */
const roundOf = ({ memory: { state, definition } }: RunReport): number =>
  'plan' in definition ? state.round : (state.visits[state.stage] ?? state.round);

/** Agents that have to go are given a time for it, which the run waits for. */
function leavingText(report: RunReport): string | null {
  const at = goneByOf(report);
  if (at === null) return null;
  const grace = renderDuration(report.graceMs);
  return `its agents end by ${renderStamp(at)} at the latest (timeouts.grace is ${grace})`;
}

function goneByOf({ roles, graceMs }: RunReport): number | null {
  const leaving = roles.filter(({ session }) => session.state === 'stopping');
  return leaving.length === 0 ? null : Math.max(...leaving.map(({ session }) => goneBy(session, graceMs)));
}

function tableOfTasks({ memory }: RunReport, style: Style): readonly string[] {
  const table = renderTaskTable(memory, style);
  return table === '' ? [] : [table, '\n'];
}

const bar = (progress: number): string => {
  const full = Math.round((progress / WHOLE) * BAR_LETTERS);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_LETTERS - full)}`;
};

function stagesText({ memory: { definition, state }, run }: RunReport, style: Style): string {
  return definition.stages
    .map(({ name }) => {
      if (state.passed.includes(name)) return style.green(`✓ ${name}`);
      return name === state.stage && isLiveRun(run) ? style.bold(`▸ ${name}`) : style.dim(name);
    })
    .join(' → ');
}

function renderRoles({ roles, messages }: RunReport, style: Style): string {
  const rows = roles.map(({ session, attempts, workspace }): readonly Cell[] => [
    session.role ?? '-',
    { text: session.state, paint: session.state === 'failed' ? style.red : (text) => text },
    session.cli,
    String(messages.filter(({ sender }) => sender === `session:${session.id}`).length),
    `$${attempts.reduce((sum, { costUsd }) => sum + costUsd, 0).toFixed(2)}`,
    workspace?.branch || '-',
    session.id,
  ]);
  const head = ['ROLE', 'STATE', 'CLI', 'SENT', 'COST', 'BRANCH', 'SESSION'];
  return renderTable([head.map((text): Cell => ({ text, paint: style.bold })), ...rows], [12, 10]);
}

const errorLines = ({ errors }: RunReport, style: Style): readonly string[] =>
  errors.map(({ category, role, message, recovered }) => {
    const who = role === null ? '' : ` ${role}:`;
    const after = recovered ? ' (went on)' : '';
    return `${style.red(recovered ? '⚠' : '✗')} ${category}${who} ${oneLine(message)}${after}\n`;
  });

const waitLines = ({ questions }: RunReport, style: Style): readonly string[] =>
  questions
    .filter(({ state }) => state === 'open')
    .map((question) => {
      const { id, options } = question;
      const answers = options.length === 0 ? '"…"' : options.map((option) => `"${option}"`).join(' | ');
      return `${style.yellow('?')} ${id}: ${questionLine(question)}\n  swarm answer ${id} ${answers}\n`;
    });

export const runJson = (run: Run, now: number): RunAnswer => ({
  run_id: run.id,
  workflow: run.workflow,
  goal: run.goal,
  state: run.state,
  ending: run.ending,
  reason: run.reasonText,
  stage: run.stage,
  round: run.round,
  progress: run.progress,
  created_at: renderInstant(run.createdAt),
  started_at: renderInstantOrNull(run.startedAt),
  ended_at: renderInstantOrNull(run.endedAt),
  elapsed_ms: elapsedMs(run, now),
});

export const runStatusJson = (report: RunReport): RunStatusAnswer => ({
  ...runJson(report.run, report.now),
  stages: report.memory.definition.stages.map(({ name, role }) => ({
    name,
    role,
    is_passed: report.memory.state.passed.includes(name),
    is_current: report.memory.state.stage === name,
  })),
  tasks: taskJson(report.memory),
  checks: report.checks.map(taskCheckJson),
  verifications: verificationsJson(report),
  approved: approvedIds(report.memory.state),
  warnings: report.memory.state.warnings,
  roles: report.roles.map(({ session, attempts, workspace }) => ({
    role: session.role,
    session_id: session.id,
    state: session.state,
    cli: session.cli,
    branch: workspace?.branch || null,
    worktree: workspace?.path ?? null,
    cost_usd: attempts.reduce((sum, { costUsd }) => sum + costUsd, 0),
  })),
  agents_gone_by: renderInstantOrNull(goneByOf(report)),
  messages: report.messages.length,
  errors: report.errors.map(({ at, category, role, message, recovered }) => ({
    at: renderInstant(at),
    type: category,
    role,
    message,
    recovered,
  })),
  questions: report.questions.map(({ id, text, options, state, answer }) => ({
    id,
    text,
    options,
    state,
    answer,
  })),
});
