import { type Loop, listActive } from '../domain/loop/loop.ts';
import type { Question } from '../domain/question/question.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import { renderDuration } from './duration.ts';
import { shortLine } from './one-line.ts';
import { answerCommand } from './question-line.ts';
import { paintState, type Style } from './style.ts';
import { cutText, textWidth } from './text-width.ts';
import { visibleLine } from './visible-text.ts';

/** One session of the loop, as it was seen last. */
export type LoopRow = Readonly<{
  session: Session;
  costUsd: number;
  /** The oldest that is open. */
  question: Pick<Question, 'id' | 'text' | 'options'> | null;
}>;

export type LoopScene = Readonly<{
  loop: Loop;
  /** In the order in which they began. */
  rows: readonly LoopRow[];
  /** Of those too that are not among the rows any more. */
  costUsd: number;
  now: number;
}>;

type Size = Readonly<{ columns: number; rows: number }>;

/** Lines that are no sessions: the head, the loop's question, what is left out, where the cursor rests. */
const OTHER_LINES = 5;
const QUESTIONS_MOST = 3;
const LEAST_COLUMNS = 20;
const STATE_COLUMNS = 9;
const TIME_COLUMNS = 8;

/** A loop as a table that fits into a terminal: the title, state, time and cost of each item. */
export function renderLoopPicture(
  scene: LoopScene,
  { columns, rows }: Size,
  style: Style,
): readonly string[] {
  const width = Math.max(LEAST_COLUMNS, columns) - 1;
  const asking = scene.rows.filter(({ question }) => question !== null).slice(0, QUESTIONS_MOST);
  const room = Math.max(1, rows - OTHER_LINES - 2 * asking.length);
  const shown = mostUrgent(scene.rows, room);
  const left = scene.rows.length - shown.length;
  return [
    ...headLines(scene, width, style),
    ...shown.map((row) => rowLine(row, { now: scene.now, width, style })),
    ...(left === 0 ? [] : [style.dim(shortLine(`… and ${left} more`, width))]),
    ...asking.flatMap(({ question }) => questionLines(question, width, style)),
  ];
}

function headLines({ loop, costUsd, now }: LoopScene, width: number, style: Style): readonly string[] {
  const active = listActive(loop).length;
  const counts = [
    `${loop.doneCount} done`,
    `${loop.failedCount} failed`,
    `${active} at work`,
    ...(loop.atWork.length > active ? [`${loop.atWork.length - active} set aside`] : []),
    renderDuration((loop.endedAt ?? now) - loop.createdAt),
    moneyText(costUsd),
  ];
  const asked = loop.questionId === null ? [] : [`? swarm answer ${loop.questionId} "…"`];
  return [
    style.bold(shortLine(`${loop.id}: ${loop.state}`, width)),
    shortLine(counts.join(', '), width),
    ...asked.map((line) => style.yellow(shortLine(line, width))),
  ];
}

/** What is not over goes before what is, and of that the newest; in the order in which they began. */
function mostUrgent(rows: readonly LoopRow[], room: number): readonly LoopRow[] {
  const over = rows.filter(({ session }) => isOver(session));
  const live = rows.filter(({ session }) => !isOver(session)).slice(-room);
  const ended = over.slice(Math.max(0, over.length - (room - live.length)));
  const kept = new Set([...live, ...ended]);
  return rows.filter((row) => kept.has(row));
}

type Look = Readonly<{ now: number; width: number; style: Style }>;

function rowLine({ session, costUsd }: LoopRow, { now, width, style }: Look): string {
  const since = session.startedAt;
  const time = since === null ? '' : renderDuration((session.endedAt ?? now) - since);
  const amounts = [time, moneyText(costUsd)].map((text) => text.padStart(TIME_COLUMNS)).join(' ');
  const facts = `${session.state.padEnd(STATE_COLUMNS)} ${amounts}`;
  const room = Math.max(0, width - textWidth(facts) - 1);
  const name = cutText(visibleLine(session.title === '' ? session.id : session.title), room);
  const line = `${name}${' '.repeat(Math.max(0, room - textWidth(name)))} ${facts}`;
  return paintState(style, session.state, cutText(line, width));
}

const questionLines = (question: LoopRow['question'], width: number, style: Style): readonly string[] =>
  question === null
    ? []
    : [
        style.yellow(cutText(`? ${visibleLine(question.text)}`, width)),
        cutText(`  ${answerCommand(question)}`, width),
      ];

const moneyText = (usd: number): string => `$${usd.toFixed(2)}`;
