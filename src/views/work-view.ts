import type {
  AddedWorkAnswer,
  WorkAnswer,
  WorkListAnswer,
  WorkReportAnswer,
} from '../contract/answer/queue.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Standing } from '../domain/queue/standing.ts';
import type { WorkItem, WorkState } from '../domain/queue/work-item.ts';
import { eventJson } from './event-line.ts';
import { oneLine, shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderSecond, renderStamp } from './time.ts';

export type WorkLine = Readonly<{ work: WorkItem; standing: Standing; waitsFor: readonly string[] }>;
export type WorkPage = Readonly<{
  works: readonly WorkLine[];
  next: string | null;
  totals: Partial<Record<WorkState, number>>;
}>;

type WorkStory = WorkLine & Readonly<{ history: readonly JournalEntry[] }>;

const TITLE_LETTERS = 60;
const COLOURS: Readonly<Record<Standing, 'green' | 'yellow' | 'red' | 'dim' | 'cyan'>> = {
  ready: 'green',
  blocked: 'yellow',
  scheduled: 'dim',
  overdue: 'red',
  in_progress: 'cyan',
  done: 'dim',
  failed: 'red',
};

/** The queue as people read it, in the order in which work is handed out. */
export function renderWorkTable({ works, next, totals }: WorkPage, style: Style): string {
  const more = next === null ? '' : `More: swarm queue list --after ${next}\n`;
  const list = works.length === 0 ? 'Nothing in the queue matches\n' : renderRows(works, style);
  return `${list}\n${more}${renderTotals(totals)}\n`;
}

function renderRows(works: readonly WorkLine[], style: Style): string {
  const head = ['WORK', 'P', 'STATUS', 'HOLDER', 'TITLE'].map((text): Cell => ({ text, paint: style.bold }));
  const rows = works.map(({ work, standing, waitsFor }): Cell[] => [
    work.id,
    String(work.priority),
    { text: standing, paint: paintOf(style, standing) },
    standing === 'in_progress' ? oneLine(work.holder ?? '-') : '-',
    `${shortLine(work.title, TITLE_LETTERS)}${waitsFor.length > 0 ? ` (needs ${waitsFor.join(', ')})` : ''}`,
  ]);
  return renderTable([head, ...rows], [12, 2, 11, 8]);
}

const paintOf = (style: Style, standing: Standing): ((text: string) => string) => style[COLOURS[standing]];

function renderTotals(totals: WorkPage['totals']): string {
  const { queued = 0, claimed = 0, done = 0, failed = 0 } = totals;
  return `Total: ${queued} queued, ${claimed} claimed, ${done} done, ${failed} failed`;
}

/** One work item with all that is known of it. */
export function renderWork({ work, standing, waitsFor, history }: WorkStory, style: Style): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Status', standing],
    ['Priority', String(work.priority)],
    ['Rig', work.rig],
    ['Actor', work.actor],
    ['Labels', listOf(work.labels)],
    ['Needs', listOf(work.needs)],
    ['Waits for', listOf(waitsFor)],
    ['Retries left', work.retries === 0 ? null : `${work.retriesLeft} of ${work.retries}`],
    ['Not before', secondOrNull(work.notBefore)],
    ['Deadline', secondOrNull(work.deadline)],
    ['Gate', work.gate],
    ['Template', work.template],
    ['Holder', standing === 'in_progress' ? work.holder : null],
    ['Claimed', standing === 'in_progress' ? secondOrNull(work.claimedAt) : null],
    ['Lease until', standing === 'in_progress' ? secondOrNull(work.leaseUntil) : null],
    ['Fence', work.fence === 0 ? null : String(work.fence)],
    ['Session', work.sessionId],
    ['Progress', progressText(work)],
    ['Said', work.reasonText],
    ['Source', work.source === 'swarm' ? null : work.source],
    ['Added', renderStamp(work.createdAt)],
  ];
  const known = rows.flatMap(([name, text]) => (text === null ? [] : [[`${name}:`, oneLine(text)]]));
  const lines = history.map(
    ({ at, event, by, note }) =>
      `  ${renderSecond(at)}  ${event}  ${oneLine(`${by}${note === '' ? '' : `: ${note}`}`)}\n`,
  );
  return [
    `${style.bold(work.id)}  ${oneLine(work.title)}\n\n`,
    renderTable(known, [14]),
    work.body === '' ? '' : `\n${bodyText(work.body)}\n`,
    `\n${style.bold('History')}\n${lines.join('')}`,
  ].join('');
}

// Line breaks of a body stay; control sequences go.
const bodyText = (body: string): string =>
  body
    .split('\n')
    .map((line) => `  ${oneLine(line)}`.trimEnd())
    .join('\n');

const listOf = (words: readonly string[]): string | null => (words.length === 0 ? null : words.join(', '));
const secondOrNull = (at: number | null): string | null => (at === null ? null : renderStamp(at));

function progressText({ progress: { stepsCompleted, stepsTotal, currentStep } }: WorkItem): string | null {
  if (stepsCompleted === 0 && stepsTotal === null && currentStep === null) return null;
  const count = `${stepsCompleted}${stepsTotal === null ? '' : ` of ${stepsTotal}`}`;
  return currentStep === null ? count : `${count}: ${currentStep}`;
}

const exactOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** One work item for programs. Imported again, it is the same work. */
export const workJson = ({ work, standing, waitsFor }: WorkLine): WorkAnswer => ({
  id: work.id,
  title: work.title,
  body: work.body,
  status: standing,
  state: work.state,
  priority: work.priority,
  rig: work.rig,
  actor: work.actor,
  labels: work.labels,
  needs: work.needs,
  waits_for: waitsFor,
  retries: work.retries,
  retries_left: work.retriesLeft,
  not_before: exactOrNull(work.notBefore),
  deadline: exactOrNull(work.deadline),
  gate: work.gate,
  template: work.template,
  assigned_session: work.sessionId,
  holder: work.holder,
  claimed_at: renderInstantOrNull(work.claimedAt),
  lease_until: renderInstantOrNull(work.leaseUntil),
  fence: work.fence,
  progress: progressJson(work),
  reason: work.reasonText,
  source: work.source,
  created_at: renderInstant(work.createdAt),
  started_at: renderInstantOrNull(work.startedAt),
  ended_at: renderInstantOrNull(work.endedAt),
  last_updated: renderInstant(work.updatedAt),
});

export const addedWorkJson = (added: WorkLine & Readonly<{ isNew: boolean }>): AddedWorkAnswer => ({
  ...workJson(added),
  is_new: added.isNew,
});

export const workReportJson = (report: WorkStory): WorkReportAnswer => ({
  ...workJson(report),
  history: report.history.map(eventJson),
});

const progressJson = ({ progress }: WorkItem): WorkAnswer['progress'] => ({
  steps_completed: progress.stepsCompleted,
  steps_total: progress.stepsTotal,
  current_step: progress.currentStep,
});

export const workPageJson = ({ works, next, totals }: WorkPage): WorkListAnswer => ({
  items: works.map(workJson),
  next,
  totals: { queued: 0, claimed: 0, done: 0, failed: 0, ...totals },
});
