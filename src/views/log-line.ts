import type { Config } from '../contract/config.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import { renderInstant } from './time.ts';
import { visibleLine } from './visible-text.ts';

export type LogLevel = Config['log']['level'];

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export const isLogged = (level: LogLevel, least: LogLevel): boolean => RANK[level] >= RANK[least];

/** The level that both logs of the supervisor take: `verbose` is the shorter way to say debug. */
export const leastLevelOf = ({ log, verbose }: Pick<Config, 'log' | 'verbose'>): LogLevel =>
  verbose ? 'debug' : log.level;

/** Lines of the project's own log, from this level on; nothing for what is below it. */
export const logLinesFrom =
  (least: LogLevel) =>
  (entry: JournalEntry): string =>
    isLogged(levelOf(entry), least) ? renderLogLine(entry) : '';

/** One line: when, how serious, whose, what, and who asked. */
function renderLogLine(entry: JournalEntry): string {
  const { at, event, fromState, toState, note, by } = entry;
  const step = fromState !== null && toState !== null ? ` ${fromState} → ${toState}` : '';
  const words = note === '' ? '' : ` (${visibleLine(note)})`;
  const what = `${nameOf(entry)}: ${event}${step}${words} by ${oneLine(by)}`;
  return `[${renderInstant(at)}] [${levelOf(entry).toUpperCase()}] ${what}\n`;
}

/** Whose line it is: a session, with its run where that is known, or whatever else it is about. */
function nameOf({ sessionId, runId, workId, loopId }: JournalEntry): string {
  const run = runId === null ? '' : `run ${runId}`;
  if (sessionId !== null) return run === '' ? sessionId : `${sessionId} of ${run}`;
  return run || (workId ?? loopId ?? '-');
}

const WARNINGS =
  /^(stop|park|asked|interrupt|turn-(fail|interrupt|return|drop)|hook-blocked|disk-warning|question-asked)$/;
const OWN: ReadonlySet<string> = new Set(['create-refused', 'odd-file', 'quota-spent', 'git-config-changed']);
const isWarning = (event: string): boolean => OWN.has(event) || WARNINGS.test(event);

// How far a turn has come; that it was queued and how it ended is worth a line by default.
const DETAILS = /^turn-(hand|see)$/;

function levelOf({ event, toState }: JournalEntry): LogLevel {
  if (event === 'fault' || toState === 'failed') return 'error';
  if (DETAILS.test(event)) return 'debug';
  return isWarning(event) ? 'warn' : 'info';
}
