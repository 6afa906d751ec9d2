import type { Session } from '../domain/session/session.ts';
import type { UsageSum } from '../domain/usage/usage.ts';
import type { DiffSize, DiffSource } from '../domain/workspace/work-diff.ts';
import { sizeText } from './diff-text.ts';
import { renderDuration } from './duration.ts';
import { parkingText } from './parking.ts';
import { questionLine } from './question-line.ts';
import type { ListedQuestion } from './question-list.ts';
import { howToAnswer } from './question-page.ts';
import { visibleLine } from './visible-text.ts';

/** What git has of the work of a session. */
export type WorkFacts = Readonly<{
  branch: string;
  source: DiffSource;
  commits: number;
  size: DiffSize;
  uncommitted: number;
}>;

export type EndedSession = Readonly<{
  session: Session;
  costUsd: number;
  /** Null where there is none; undefined where git was not asked, or could not tell. */
  work: WorkFacts | null | undefined;
}>;

/** What happened in a stretch of time, and what is to be done now. */
export type Report = Readonly<{
  since: number;
  now: number;
  /** The last one first. */
  ended: readonly EndedSession[];
  /** More ended than are listed. */
  isCut: boolean;
  questions: readonly ListedQuestion[];
  live: readonly Session[];
  usage: UsageSum;
}>;

/** One thing to read about, with the command that leads on. */
export type ReportEntry = Readonly<{
  name: string;
  id: string;
  facts: readonly string[];
  command: string;
}>;

export type ReportSection = Readonly<{
  title: string;
  sign: string;
  entries: readonly ReportEntry[];
  /** What is not listed, and how to see it. */
  more: string | null;
}>;

const SHOWN = 50;

export const endedAs = ({ ended }: Report, state: Session['state']): readonly EndedSession[] =>
  ended.filter(({ session }) => session.state === state);

/** One that waits for an answer is listed by its question. */
export function listAtWork({ live, questions }: Report): readonly Session[] {
  const asking = new Set(questions.map(({ sessionId }) => sessionId));
  return live.filter(({ id }) => !asking.has(id));
}

/** Without those that have nothing in them. */
export function sectionsOf(report: Report): readonly ReportSection[] {
  const rest = (status: string): string => `swarm list --status ${status}`;
  return [
    section('Done', '✅', { entries: endedAs(report, 'completed').map(doneEntry), rest: rest('COMPLETED') }),
    section('Failed', '❌', { entries: endedAs(report, 'failed').map(failedEntry), rest: rest('FAILED') }),
    section('Stopped', '⏹', { entries: endedAs(report, 'killed').map(failedEntry), rest: rest('KILLED') }),
    section('Waits for you', '❓', { entries: report.questions.map(askedEntry), rest: 'swarm questions' }),
    section('At work', '⏳', {
      entries: listAtWork(report).map((session) => liveEntry(session, report.now)),
      rest: 'swarm list',
    }),
  ].filter(({ entries }) => entries.length > 0);
}

type EntryList = Readonly<{ entries: readonly ReportEntry[]; rest: string }>;

function section(title: string, sign: string, { entries, rest }: EntryList): ReportSection {
  const more = entries.length - SHOWN;
  return {
    title,
    sign,
    entries: entries.slice(0, SHOWN),
    more: more > 0 ? `and ${more} more: ${rest}` : null,
  };
}

function doneEntry(ended: EndedSession): ReportEntry {
  const { id, title } = ended.session;
  const hasDiff = isUnlooked(ended) || (ended.work?.size.files ?? 0) > 0;
  return { name: title, id, facts: factsOf(ended), command: `swarm ${hasDiff ? 'diff' : 'result'} ${id}` };
}

function failedEntry(ended: EndedSession): ReportEntry {
  const { id, title, reason, reasonText } = ended.session;
  const why = visibleLine(reasonText ?? reason ?? 'no reason is known');
  return { name: title, id, facts: [why, ...factsOf(ended)], command: `swarm logs ${id}` };
}

const isUnlooked = ({ work }: EndedSession): boolean => work === undefined;

const factsOf = (ended: EndedSession): readonly string[] => [
  ...(isUnlooked(ended) ? ['its changes were not looked at'] : []),
  ...(ended.work ? [workText(ended.work)] : []),
  ...(ended.costUsd > 0 ? [`$${ended.costUsd.toFixed(2)}`] : []),
];

/** What the page leaves out, each with what to do. */
export function omissionsOf({ ended, isCut }: Report): readonly string[] {
  const unlooked = ended.filter(isUnlooked).length;
  return [
    ...(isCut ? ['More sessions ended than are listed: a shorter --since has the last ones'] : []),
    ...(unlooked > 0
      ? [`Changes of ${counted(unlooked, 'session')} were not looked at: swarm diff <id> --stat`]
      : []),
  ];
}

/** "branch swarm/…, 2 commits, 3 files, +12 −4, 1 not committed" */
export function workText({ branch, source, commits, size, uncommitted }: WorkFacts): string {
  if (commits === 0 && size.files === 0) return 'no changes';
  const where = source === 'rescue' ? 'saved in a rescue' : branch && `branch ${branch}`;
  const open = uncommitted === 0 ? '' : `${uncommitted} not committed`;
  const parts = [where, counted(commits, 'commit'), sizeText(size), open];
  return parts.filter((part) => part !== '').join(', ');
}

const askedEntry = (question: ListedQuestion): ReportEntry => ({
  name: question.title ?? (question.runId === null ? 'A loop' : `Run ${question.runId}`),
  id: question.id,
  facts: [
    questionLine(question),
    ...(question.options.length === 0 ? [] : [`answers: ${visibleLine(question.options.join(' | '))}`]),
  ],
  command: howToAnswer(question),
});

const liveEntry = (session: Session, now: number): ReportEntry => ({
  name: session.title,
  id: session.id,
  facts: [
    visibleLine(parkingText(session) ?? `${session.state} for ${renderDuration(now - session.stateSince)}`),
  ],
  command: `swarm status ${session.id}`,
});

/** "2 done, 1 failed, 1 question waits for you, $1.20" */
export function countsText(report: Report): string {
  const asked = report.questions.length;
  const counts: readonly (readonly [number, string])[] = [
    [endedAs(report, 'completed').length, 'done'],
    [endedAs(report, 'failed').length, 'failed'],
    [endedAs(report, 'killed').length, 'stopped'],
    [asked, asked === 1 ? 'question waits for you' : 'questions wait for you'],
    [listAtWork(report).length, 'at work'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [...parts, ...(report.usage.attempts === 0 ? [] : [moneyText(report.usage)])].join(', ');
}

export const isQuiet = ({ ended, questions, live, usage }: Report): boolean =>
  ended.length + questions.length + live.length + usage.attempts === 0;

/** "$1.20 for 3 sessions, 12000 tokens in, 900 out, 14 tool calls" */
export function costText(usage: UsageSum): string {
  const { sessions, inputTokens, outputTokens, toolCalls } = usage;
  const tokens = `${inputTokens} tokens in, ${outputTokens} out`;
  const money = `${moneyText(usage)} for ${counted(sessions, 'session')}`;
  return [money, tokens, counted(toolCalls, 'tool call')].join(', ');
}

// Tokens are never free: without a price, the CLI has told none.
const moneyText = ({ costUsd, inputTokens }: UsageSum): string =>
  costUsd === 0 && inputTokens > 0 ? 'cost not told' : `$${costUsd.toFixed(2)}`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
