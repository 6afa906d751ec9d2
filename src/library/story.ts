import type { JournalEntry } from '../domain/journal/journal.ts';
import { PERSON } from '../domain/message/message.ts';
import type { RoleReport, RunReport } from '../domain/run/report.ts';
import type { RunState } from '../domain/run/run.ts';
import { isRunOver } from '../domain/run/run.ts';
import { shortLine } from '../views/one-line.ts';
import type { OrchestratorEvent } from './event.ts';
import { type ProjectNames, paneOf } from './projection.ts';

/** The journal from a number on, and all that is known of the run by then or later. */
export type Chapter = Readonly<{
  entries: readonly JournalEntry[];
  report: RunReport;
  project: ProjectNames;
}>;

/** What was told of already and can be told of only once. Grows with the run. */
export type SeenKeys = Set<string>;

const TASK_LETTERS = 200;

/** What the journal says, as events of the library. The end of the session is left to the caller. */
export const eventsOf = (chapter: Chapter, told: SeenKeys): readonly OrchestratorEvent[] =>
  chapter.entries.flatMap((entry) =>
    entry.sessionId === null ? ofRun(entry, chapter, told) : ofAgent(entry, chapter),
  );

/** True for the line that ends a run. */
export const isEnd = ({ sessionId, runId, event, toState }: JournalEntry): boolean =>
  sessionId === null &&
  runId !== null &&
  event.startsWith('run-') &&
  event !== 'run-stage' &&
  toState !== null &&
  isRunOver({ state: toState as RunState });

function ofRun(entry: JournalEntry, { report }: Chapter, told: SeenKeys): readonly OrchestratorEvent[] {
  const { run } = report;
  switch (entry.event) {
    case 'run-created':
      return [{ type: 'session_started', sessionId: run.id, workflow: run.workflow }];
    case 'run-stage':
      return [{ type: 'stage_transition', from: entry.fromState ?? '', to: entry.toState ?? '' }];
    case 'run-finish':
      return [{ type: 'workflow_complete', success: run.ending === 'completed' }];
    case 'message-routed':
      return routed(entry, report, told);
    case 'run-error':
      return failed(entry, report, told);
    default:
      return [];
  }
}

// The journal says that something was routed; the rows of the same moment say what.
function routed({ at }: JournalEntry, report: RunReport, told: SeenKeys): readonly OrchestratorEvent[] {
  return report.deliveries
    .filter((delivery) => delivery.at === at && isNew(told, `${delivery.messageId} ${delivery.role}`))
    .flatMap(({ messageId, role }) => {
      const message = report.messages.find(({ id }) => id === messageId);
      if (!message) return [];
      const from = message.fromRole ?? PERSON;
      return [{ type: 'message_routed', from, to: role, messageType: message.type ?? 'message' }];
    });
}

function failed({ at }: JournalEntry, report: RunReport, told: SeenKeys): readonly OrchestratorEvent[] {
  return report.errors
    .filter((error) => error.at === at && isNew(told, error.id))
    .flatMap(({ role, message }) => (role === null ? [] : [{ type: 'agent_error', role, error: message }]));
}

function isNew(told: SeenKeys, key: string): boolean {
  const size = told.size;
  return told.add(key).size > size;
}

function ofAgent(entry: JournalEntry, { report, project }: Chapter): readonly OrchestratorEvent[] {
  const found = report.roles.find(({ session }) => session.id === entry.sessionId);
  const role = found?.session.role;
  if (!found || !role) return [];
  if (entry.event === 'attempt-opened')
    return [{ type: 'agent_spawned', role, paneId: paneOf(found.session, project) }];
  // Turns, questions and workspaces of the session have lines of their own, with states of their own.
  if (/^(turn-(?!ended)|question-|workspace-|message-)/.test(entry.event)) return [];
  switch (entry.toState) {
    case 'idle':
      return [{ type: 'agent_ready', role }];
    case 'working':
      return [{ type: 'agent_working', role, task: taskOf(found, entry.at) }];
    case 'completed':
      return [{ type: 'agent_complete', role, summary: lastWordsOf(found) }];
    default:
      return [];
  }
}

const taskOf = ({ turns }: RoleReport, at: number): string =>
  shortLine(
    turns.findLast((turn) => turn.createdAt <= at && turn.state !== 'queued')?.body ?? '',
    TASK_LETTERS,
  );

function lastWordsOf({ attempts, session }: RoleReport): string {
  const last = attempts.at(-1);
  return last?.lastResult ?? last?.lastSaid ?? session.reasonText ?? '';
}
