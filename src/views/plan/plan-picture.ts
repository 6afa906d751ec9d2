import type { TaskStatus } from '../../domain/run/plan/plan-state.ts';
import { renderDuration } from '../duration.ts';
import { oneLine, shortLine } from '../one-line.ts';
import { answerCommand } from '../question-line.ts';
import type { Style } from '../style.ts';
import { openQuestions, type PlanProgress, type TaskLine, taskLinesOf, totalCost } from './plan-progress.ts';
import { progressCounts, TASK_LOOKS, waitText } from './plan-progress-table.ts';

export type PictureSize = Readonly<{ columns: number; rows: number }>;

/** Lines that are not tasks: the head, what is left out, and one where the cursor rests. */
const OTHER_LINES = 4;
const QUESTIONS_MOST = 3;
const NAME_LETTERS = 36;
const ROLE_LETTERS = 20;
const WORD_LETTERS = 14;
const TIME_LETTERS = 8;
const LEAST_COLUMNS = 20;

/** What a person wants to see first, when not all tasks fit. */
const URGENCY: Readonly<Record<TaskStatus, number>> = {
  blocked: 0,
  working: 1,
  completion_drive_review: 1,
  ready_for_verification: 1,
  pending: 2,
  verified: 3,
};

/** A run of a plan as a picture that fits into a terminal. */
export function renderPlanPicture(
  progress: PlanProgress,
  { columns, rows }: PictureSize,
  style: Style,
): readonly string[] {
  const width = Math.max(LEAST_COLUMNS, columns) - 1;
  const lines = taskLinesOf(progress);
  const questions = openQuestions(progress).slice(0, QUESTIONS_MOST);
  const room = Math.max(1, rows - OTHER_LINES - 2 * questions.length);
  const shown = mostUrgent(lines, room);
  return [
    ...headLines(progress, lines, { width, style }),
    ...shown.map((line) => taskLine(line, { width, style })),
    ...restLine(lines, shown, { width, style }),
    ...questions.flatMap((question) => [
      style.yellow(shortLine(`? ${question.text}`, width)),
      shortLine(`  ${answerCommand(question)}`, width),
    ]),
  ];
}

type Look = Readonly<{ width: number; style: Style }>;

function headLines(
  progress: PlanProgress,
  lines: readonly TaskLine[],
  { width, style }: Look,
): readonly string[] {
  const { run, report, definition } = progress;
  const elapsed = renderDuration((run.endedAt ?? report.now) - run.createdAt);
  const counts = `${progressCounts(lines)}, ${elapsed}, $${totalCost(progress).toFixed(2)}`;
  return [
    style.bold(shortLine(`${definition.plan.name}  run ${run.id}: ${run.state}`, width)),
    shortLine(counts, width),
  ];
}

/** Those that matter most, in the order of the plan. */
function mostUrgent(lines: readonly TaskLine[], room: number): readonly TaskLine[] {
  if (lines.length <= room) return lines;
  const byUrgency = lines.toSorted(
    (one, other) => URGENCY[one.progress.status] - URGENCY[other.progress.status],
  );
  const kept = new Set(byUrgency.slice(0, room));
  return lines.filter((line) => kept.has(line));
}

function taskLine(
  { task, progress, waits, beganAt, elapsedMs, costUsd, openNotes }: TaskLine,
  look: Look,
): string {
  const { width, style } = look;
  const { mark, paint, word } = TASK_LOOKS[progress.status];
  const notes = openNotes === 0 ? '' : `${openNotes} notes `;
  const cells = [
    shortLine(task.id, NAME_LETTERS).padEnd(NAME_LETTERS),
    shortLine(word, WORD_LETTERS).padEnd(WORD_LETTERS),
    shortLine(task.role, ROLE_LETTERS).padEnd(ROLE_LETTERS),
    (beganAt === null ? '' : renderDuration(elapsedMs)).padStart(TIME_LETTERS),
    (costUsd === 0 ? '' : `$${costUsd.toFixed(2)}`).padStart(TIME_LETTERS),
    `${notes}${waitText(waits)}`,
  ];
  return style[paint](shortLine(oneLine(`${mark} ${cells.join(' ')}`), width));
}

function restLine(
  lines: readonly TaskLine[],
  shown: readonly TaskLine[],
  { width, style }: Look,
): readonly string[] {
  if (shown.length === lines.length) return [];
  const kept = new Set(shown);
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (kept.has(line)) continue;
    const { word } = TASK_LOOKS[line.progress.status];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const told = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  return [style.dim(shortLine(`… and ${told}`, width))];
}
