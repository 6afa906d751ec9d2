import type { AgentFact } from '../domain/agent/fact.ts';
import type { BackgroundWork } from '../domain/attempt/awaited.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf } from './loose.ts';

type Facts = readonly AgentFact[];

// One wake-up is pending at a time: a new one replaces it.
const WAKE_UP = 'wake-up';
const KINDS: Readonly<Record<string, BackgroundWork['kind']>> = {
  local_bash: 'command',
  shell: 'command',
  local_agent: 'agent',
  agent: 'agent',
  subagent: 'agent',
};

const workOf = (id: unknown, type: unknown, text: unknown): BackgroundWork => ({
  id: textOf(id),
  kind: KINDS[textOf(type)] ?? 'task',
  text: textOf(text),
  dueAt: null,
});

/** Newer versions list all tasks whenever one begins or ends. */
export const tasksChanged = (event: Fields): Facts => [
  {
    kind: 'background',
    all: listOf(event.tasks)
      .map(fieldsOf)
      .map((task) => workOf(task.task_id, task.task_type, task.description)),
    keepsWakeUps: true,
  },
];

/** Older versions tell only of one task at a time. A sub-agent that the turn itself waits for is one too. */
export const taskStarted = (event: Fields): Facts =>
  event.is_backgrounded === false
    ? []
    : [{ kind: 'background-began', work: workOf(event.task_id, event.task_type, event.description) }];

export const taskEnded = (event: Fields): Facts => [{ kind: 'background-ended', id: textOf(event.task_id) }];

/** The result of the tool that schedules a wake-up is the only word of it; 0 means that none is scheduled. */
export function wakeUpScheduled(event: Fields): Facts {
  const dueAt = countOf(fieldsOf(event.tool_use_result).scheduledFor);
  return dueAt === 0
    ? []
    : [{ kind: 'background-began', work: { id: WAKE_UP, kind: 'wake-up', text: '', dueAt } }];
}

/** A prompt begins; where a wake-up has given it, that one is over. */
export const wokenUp = (event: Fields): Facts =>
  event.state === 'started' && event.wakeup_source !== undefined
    ? [{ kind: 'background-ended', id: WAKE_UP }]
    : [];

/** What the hook at the end of a turn lists: tasks, and wake-ups by their schedule. */
export const leftAtStop = (event: Fields): AgentFact => ({
  kind: 'background',
  all: [
    ...listOf(event.background_tasks)
      .map(fieldsOf)
      .map((task) => workOf(task.id, task.type, textOf(task.description) || textOf(task.command))),
    ...listOf(event.session_crons)
      .map(fieldsOf)
      .map((cron) => ({ ...workOf(cron.id, '', cron.schedule), kind: 'wake-up' as const })),
  ],
  keepsWakeUps: false,
});
