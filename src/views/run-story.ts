import type { JournalEntry } from '../domain/journal/journal.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { renderClock } from './time.ts';
import { visibleLine } from './visible-text.ts';

const NOTE_LETTERS = 100;

type Teller = (entry: JournalEntry, who: string) => string | null;

// What a person who follows a run wants to know; the rest is in `swarm events`.
const TELLERS: Readonly<Record<string, Teller>> = {
  'run-begun': () => 'the run has begun',
  'run-asked': ({ note }) => `a person is asked: ${note}`,
  'run-answered': ({ note }) => `answered: ${note}`,
  'run-finish': ({ note }) => `finishing: ${note}`,
  'run-stop': ({ note }) => `stopped: ${note}`,
  'run-kill': ({ note }) => `killed: ${note}`,
  'run-synthesised': ({ toState }) => `the run is ${toState}`,
  'run-error': ({ note }) => `error: ${note}`,
  'message-sent': ({ note }) => note,
  'message-dead-lettered': ({ note }) => `a message could not be routed: ${note}`,
  'question-asked': ({ note }) => `question: ${note}`,
  'workspace-ready': ({ note }, who) => `${who} has a workspace on ${note}`,
  launch: ({ note }, who) => `${who} starts (${note})`,
  interrupt: ({ note }, who) => `${who} was interrupted: ${note}`,
  park: ({ note }, who) => `${who} was interrupted: ${note}`,
  gone: ({ toState }, who) => `${who} is ${toState}`,
};

/** What happened in a run, a line each. */
export function renderRunStory(entries: readonly JournalEntry[], runId: string): string {
  return entries
    .flatMap((entry) => {
      const who = entry.sessionId?.startsWith(`${runId}-`)
        ? entry.sessionId.slice(runId.length + 1)
        : 'the run';
      const text = Object.hasOwn(TELLERS, entry.event) ? TELLERS[entry.event]?.(entry, who) : null;
      return text ? [`  ${renderClock(entry.at)}  ${cutText(visibleLine(text), NOTE_LETTERS)}\n`] : [];
    })
    .join('');
}
