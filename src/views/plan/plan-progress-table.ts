import { noteLabel } from '../../domain/note/note.ts';
import { isStale, type TaskStatus } from '../../domain/run/plan/plan-state.ts';
import type { Wait } from '../../domain/run/plan/standing.ts';
import { criteriaOf } from '../../domain/run/plan/task-report.ts';
import { renderDuration } from '../duration.ts';
import { shortLine } from '../one-line.ts';
import { questionLine } from '../question-line.ts';
import type { Style } from '../style.ts';
import { type Cell, renderTable } from '../table.ts';
import { openQuestions, type PlanProgress, type TaskLine, taskLinesOf, totalCost } from './plan-progress.ts';

export type TaskLook = Readonly<{ mark: string; paint: keyof Style; word: string }>;

/** How each status is shown. */
export const TASK_LOOKS: Readonly<Record<TaskStatus, TaskLook>> = {
  pending: { mark: '·', paint: 'dim', word: 'pending' },
  working: { mark: '▸', paint: 'cyan', word: 'working' },
  completion_drive_review: { mark: '▸', paint: 'cyan', word: 'review' },
  ready_for_verification: { mark: '◆', paint: 'cyan', word: 'verification' },
  verified: { mark: '✓', paint: 'green', word: 'verified' },
  blocked: { mark: '?', paint: 'yellow', word: 'blocked' },
};

const NOTE_LETTERS = 80;

/** Who a task waits for, in a few words. */
export function waitText(waits: readonly Wait[]): string {
  const [first, ...others] = waits;
  if (first === undefined) return '';
  const name = first.on === 'person' ? 'you' : first.name;
  return `waits for ${name}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

export const progressCounts = (lines: readonly TaskLine[]): string => {
  const verified = lines.filter(({ progress: { status } }) => status === 'verified').length;
  return `${verified} of ${lines.length} tasks verified`;
};

/** A run of a plan as people read it, task by task. */
export function renderPlanProgress(progress: PlanProgress, style: Style): string {
  const { run, report, definition } = progress;
  const lines = taskLinesOf(progress);
  const elapsed = renderDuration((run.endedAt ?? report.now) - run.createdAt);
  const reason = run.reasonText === null ? '' : ` (${shortLine(run.reasonText, NOTE_LETTERS)})`;
  return [
    `${style.bold(definition.plan.name)}  run ${run.id}: ${run.state}${reason}\n`,
    `${progressCounts(lines)}, ${elapsed}, $${totalCost(progress).toFixed(2)}\n\n`,
    renderTaskTable(lines, style),
    ...noteLines(progress, style),
    ...questionLines(progress, style),
  ].join('');
}

function renderTaskTable(lines: readonly TaskLine[], style: Style): string {
  const head = ['TASK', 'STATUS', 'AGENT', 'VERIFIER', 'TIME', 'ROUNDS', 'CRITERIA', 'NOTES', ''];
  const rows = lines.map((line): readonly Cell[] => {
    const { task, progress: own, waits, beganAt, elapsedMs, openNotes } = line;
    const { mark, paint, word } = TASK_LOOKS[own.status];
    return [
      task.id,
      { text: `${mark} ${word}${isStale(own) ? ', stale' : ''}`, paint: style[paint] },
      task.role,
      task.verifier,
      beganAt === null ? '-' : renderDuration(elapsedMs),
      String(own.judged),
      criteriaOf(own) ?? '-',
      openNotes === 0 ? '-' : `${openNotes} open`,
      waitText(waits),
    ];
  });
  return renderTable([head.map((text): Cell => ({ text, paint: style.bold })), ...rows]);
}

const noteLines = ({ notes }: PlanProgress, style: Style): readonly string[] =>
  notes.map((note) => {
    const what = shortLine(note.description, NOTE_LETTERS);
    return `${style.yellow('!')} ${noteLabel(note)} of ${note.sessionId}: ${what}\n`;
  });

const questionLines = (progress: PlanProgress, style: Style): readonly string[] =>
  openQuestions(progress).map((question) => {
    const { id, options } = question;
    const answers = options.length === 0 ? '"…"' : options.map((option) => `"${option}"`).join(' | ');
    return `${style.yellow('?')} ${id}: ${questionLine(question)}\n  swarm answer ${id} ${answers}\n`;
  });
