import type { SessionListAnswer, SessionRowAnswer } from '../contract/answer/session.ts';
import { awaitedText } from '../domain/attempt/awaited.ts';
import type { Budget } from '../domain/budget/allowance.ts';
import { type Pause, pauseText } from '../domain/pause/pause.ts';
import { awaitsChildren } from '../domain/session/child-wait.ts';
import type { Session, SessionState } from '../domain/session/session.ts';
import { type Status, statusOf } from '../domain/session/status.ts';
import { treeOf } from '../domain/session/tree.ts';
import { budgetJson, budgetText } from './budget-view.ts';
import { afterText, dependenciesJson } from './dependency-view.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';
import { parkingJson, parkingText } from './parking.ts';
import { elapsedMs } from './session-view.ts';
import { paintState, type Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderMinute } from './time.ts';

export type SessionPageView = Readonly<{
  sessions: readonly Session[];
  /** The ids of sessions that go on with the work of these, by the id of the one that has ended. */
  successors?: ReadonlyMap<string, string>;
  next: string | null;
  totals: Partial<Record<SessionState, number>>;
  day: Budget | null;
  /** The hold that keeps all of them from working. */
  pause?: Pause | null;
  now: number;
  /** Each below the one that began it. */
  isTree?: boolean;
}>;

const HEAD = ['SESSION ID', 'AGENT', 'STATUS', 'STARTED', 'ELAPSED', 'TITLE'];
const LEAST_WIDTHS = [30, 18, 10, 18, 7];

/** The list as people read it, with the totals of everything that matched in its last line. */
export function renderSessionTable(page: SessionPageView, style: Style): string {
  if (page.sessions.length === 0) return 'No sessions found\n';
  const head = HEAD.map((text): Cell => ({ text, paint: style.bold }));
  const rows = page.isTree
    ? treeOf(page.sessions).map(({ node, level }) => indented(rowOf(node, page.now, style), level))
    : page.sessions.map((session) => rowOf(session, page.now, style));
  const more = page.next === null ? '' : `More: swarm list --after ${page.next}\n`;
  const day = page.day === null ? '' : `Budget: ${budgetText([page.day])}\n`;
  const held = page.pause ? `${style.yellow(oneLine(pauseText(page.pause)))} (swarm unpause)\n` : '';
  return `${renderTable([head, ...rows], LEAST_WIDTHS)}\n${more}${renderTotals(page.totals)}\n${day}${held}`;
}

function rowOf(session: Session, now: number, style: Style): readonly Cell[] {
  const elapsed = elapsedMs(session, now);
  return [
    session.id,
    session.persona,
    { text: statusOf(session.state), paint: (text) => paintState(style, session.state, text) },
    session.startedAt === null ? '-' : renderMinute(session.startedAt),
    elapsed === null ? '-' : renderDuration(elapsed),
    titleText(session, now),
  ];
}

const indented = ([id, ...cells]: readonly Cell[], level: number): readonly Cell[] => [
  `${'  '.repeat(level)}${id}`,
  ...cells,
];

/** Its title, and what it waits for. */
export function titleText(session: Session, now: number): string {
  const waits = session.awaits.length === 0 ? null : `waits for ${waitText(session, now)}`;
  const beside =
    waits ?? parkingText(session) ?? childWaitText(session) ?? afterText(session) ?? session.raceId;
  return oneLine(beside === null ? session.title : `${session.title} (${beside})`);
}

/** What it waits for of its own. */
export function childWaitText(session: Session): string | null {
  if (!awaitsChildren(session)) return null;
  const { length } = session.childWait?.sessionIds ?? [];
  return `waits for ${length === 1 ? 'a session' : `${length} sessions`} that it started`;
}

/** What an agent between two turns waits for, and for how long already. */
export function waitText({ awaits }: Session, now: number): string {
  const since = Math.min(...awaits.map((one) => one.since));
  return oneLine(`${awaitedText(awaits)} (${renderDuration(now - since)})`);
}

/** "Total: 3 sessions (1 running, 1 completed, 1 failed)" */
export function renderTotals(totals: SessionPageView['totals']): string {
  const counts = Object.entries(countByStatus(totals)).filter(([, count]) => count > 0);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const parts = counts.map(([status, count]) => `${count} ${status.toLowerCase()}`).join(', ');
  return `Total: ${sum} ${sum === 1 ? 'session' : 'sessions'}${parts === '' ? '' : ` (${parts})`}`;
}

export function countByStatus(totals: SessionPageView['totals']): Record<Status, number> {
  const counts = { CREATED: 0, RUNNING: 0, COMPLETED: 0, FAILED: 0, KILLED: 0 };
  for (const [state, count] of Object.entries(totals)) counts[statusOf(state as SessionState)] += count;
  return counts;
}

export const sessionPageJson = (page: SessionPageView): SessionListAnswer => ({
  sessions: page.sessions.map((session) => ({
    ...sessionJson(session, page.now),
    continued_by: page.successors?.get(session.id) ?? null,
  })),
  next: page.next,
  totals: countByStatus(page.totals),
  day_budget: page.day === null ? null : budgetJson(page.day),
  paused: page.pause ? pauseJson(page.pause) : null,
});

const pauseJson = ({ by, reason, since }: Pause): SessionListAnswer['paused'] => ({
  by,
  reason,
  since: renderInstant(since),
});

/** What one row says of itself, for programs. */
export function sessionJson(session: Session, now: number): SessionRowAnswer {
  const elapsed = elapsedMs(session, now);
  return {
    session_id: session.id,
    title: session.title,
    agent: session.persona,
    status: statusOf(session.state),
    state: session.state,
    reason: session.reason,
    parked: parkingJson(session),
    created_at: renderInstant(session.createdAt),
    started_at: renderInstantOrNull(session.startedAt),
    completed_at: renderInstantOrNull(session.endedAt),
    elapsed_seconds: elapsed === null ? null : Math.floor(elapsed / 1000),
    exit_code: session.exitCode,
    attempt: session.attempt,
    waiting_for: session.awaits.map(({ kind, text, since, dueAt }) => ({
      kind,
      text,
      since: renderInstant(since),
      due_at: renderInstantOrNull(dueAt),
    })),
    tags: session.tags,
    run: session.runId,
    work: session.workId,
    role: session.role,
    parent_id: session.parentId,
    depth: session.depth,
    continues: session.continues,
    forked_from: session.forkedFrom,
    race: session.raceId,
    dependencies: dependenciesJson(session),
  };
}
