import type { JournalEntry } from '../domain/journal/journal.ts';
import type { SessionState } from '../domain/session/session.ts';
import { SESSION_STATES } from '../domain/session/session.ts';
import { type Status, statusOf } from '../domain/session/status.ts';
import type { SessionView } from './session-view.ts';
import { renderInstant } from './time.ts';
import { visibleLine } from './visible-text.ts';

type Level = 'INFO' | 'WARN' | 'ERROR';
type Line = Readonly<{ level: Level; text: string }>;

const info = (text: string): Line => ({ level: 'INFO', text });
const warn = (text: string): Line => ({ level: 'WARN', text });

/** The text of a session's session.log: its part of the journal, in words. */
export function renderSessionLog(view: SessionView, entries: readonly JournalEntry[]): string {
  return entries
    .flatMap((entry) =>
      linesOf(view, entry).map(
        ({ level, text }) => `[${renderInstant(entry.at)}] [${level}] ${visibleLine(text)}\n`,
      ),
    )
    .join('');
}

function linesOf(view: SessionView, entry: JournalEntry): readonly Line[] {
  if (entry.event === 'created') return creation(view, entry);
  const step = stepOf(entry);
  if (step) return stepLines(view, entry, step);
  const write = OTHER_EVENTS[entry.event];
  return write ? write(entry) : [info(`${entry.event}${withNote(entry)}`)];
}

const creation = ({ session, promptFile }: SessionView, { by, note }: JournalEntry): readonly Line[] => [
  info(`Session created: ${session.id}`),
  info(`Agent: ${session.persona}`),
  info(`Task prompt: ${promptFile}`),
  info(`Requested by: ${by}${note === '' ? '' : ` (${note})`}`),
];

type StateStep = Readonly<{ from: SessionState; to: SessionState }>;

const isState = (text: string | null): text is SessionState =>
  text !== null && (SESSION_STATES as readonly string[]).includes(text);

// Turns and questions have states of their own, and their events say so by a prefix.
function stepOf({ event, fromState, toState }: JournalEntry): StateStep | undefined {
  const isOther = /^(turn-(?!ended)|question-|workspace-)/.test(event);
  return !isOther && isState(fromState) && isState(toState) ? { from: fromState, to: toState } : undefined;
}

function stepLines(view: SessionView, entry: JournalEntry, step: StateStep): readonly Line[] {
  const from = statusOf(step.from);
  const to = statusOf(step.to);
  const begins = step.to === 'starting' ? [info(`tmux session started: ${view.paneSession}`)] : [];
  if (from === to) return [...begins, stateLine(entry, step)];
  const status: Line = { level: LEVEL_OF[to], text: `Status: ${from} → ${to}` };
  return [...begins, ...endLines(view, to), status, ...resultLines(view, to)];
}

const LEVEL_OF: Readonly<Record<Status, Level>> = {
  CREATED: 'INFO',
  RUNNING: 'INFO',
  COMPLETED: 'INFO',
  FAILED: 'ERROR',
  KILLED: 'WARN',
};

const WORRYING: ReadonlySet<SessionState> = new Set(['parked', 'waiting']);

const stateLine = (entry: JournalEntry, { from, to }: StateStep): Line => ({
  level: WORRYING.has(to) || entry.event === 'stop' ? 'WARN' : 'INFO',
  text: `State: ${from} → ${to}${withNote(entry)}`,
});

const isFinal = (status: Status): boolean => status !== 'CREATED' && status !== 'RUNNING';

function endLines({ session }: SessionView, to: Status): readonly Line[] {
  if (!isFinal(to)) return [];
  const exit = session.exitCode === null ? [] : [info(`Exit code: ${session.exitCode}`)];
  const text = session.reasonText === null ? '' : ` (${session.reasonText})`;
  const reason = session.reason === null ? [] : [info(`Reason: ${session.reason}${text}`)];
  return [...exit, ...reason];
}

const resultLines = ({ hasResult }: SessionView, to: Status): readonly Line[] =>
  hasResult && isFinal(to) ? [info('Result written: result.json')] : [];

const withNote = ({ note }: JournalEntry): string => (note === '' ? '' : ` (${note})`);

const OTHER_EVENTS: Readonly<Record<string, (entry: JournalEntry) => readonly Line[]>> = {
  'attempt-opened': ({ note }) => [info(`Attempt opened: ${note}`)],
  'question-asked': ({ note }) => [warn(`Question asked: ${note}`)],
  'question-answered': ({ note, by }) => [info(`Question answered by ${by}: ${note}`)],
  'question-partly-answered': ({ note, by }) => [info(`Question answered in part by ${by}: ${note}`)],
  'question-superseded': ({ note }) => [info(`Question withdrawn: ${note}`)],
  'message-sent': ({ note, by }) => [info(`Message from ${by}: ${note}`)],
  'hook-blocked': ({ note }) => [warn(`Hook blocked: ${note}`)],
  'budget-warned': ({ note }) => [warn(`Budget: ${note}`)],
  'budget-raised': ({ note }) => [info(`Budget raised: ${note}`)],
  'disk-warning': ({ note }) => [warn(`Disk: ${note}`)],
  'odd-file': ({ note }) => [warn(`Not as it should be: ${note}`)],
  'turn-queued': ({ note }) => [info(`Turn queued: ${note}`)],
  'turn-hand': ({ note }) => [info(`Turn handed over (${note})`)],
  'turn-see': (entry) => [info(`Turn read by the agent${withNote(entry)}`)],
  'turn-finish': (entry) => [info(`Turn done${withNote(entry)}`)],
  'turn-fail': (entry) => [warn(`Turn failed${withNote(entry)}`)],
  'turn-interrupt': (entry) => [warn(`Turn interrupted${withNote(entry)}`)],
  'turn-return': (entry) => [warn(`Turn back in the queue${withNote(entry)}`)],
  'turn-drop': (entry) => [warn(`Turn dropped${withNote(entry)}`)],
  archived: ({ by }) => [info(`Session archived by ${by}`)],
  restored: ({ by }) => [info(`Session restored by ${by}`)],
};
