import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Write } from './store.ts';

export type JournalLine = Omit<JournalEntry, 'seq'>;
type Changed = Pick<JournalLine, 'sessionId' | 'event' | 'fromState' | 'toState'>;

/** The line that a write leaves in the journal; undefined for those that leave none. */
export function journalLineOf(write: Write): JournalLine | undefined {
  if (!('journal' in write)) return undefined;
  const { at, by, note } = write.journal;
  return { at, by, note, ...changedBy(write) };
}

// The name of every event that the journal knows, beside those that `add-note` brings along.
function changedBy(write: Extract<Write, { journal: unknown }>): Changed {
  switch (write.kind) {
    case 'add-session':
      return came(write.session.id, 'created', write.session.state);
    case 'step-session':
      return moved(write.step.from.id, write.step.event, write.step);
    case 'archive-session':
      return noted(write.session.id, write.archivedAt === null ? 'restored' : 'archived');
    case 'add-turn':
      return came(write.turn.sessionId, 'turn-queued', write.turn.state);
    case 'step-turn':
      return moved(write.step.from.sessionId, `turn-${write.step.event}`, write.step);
    case 'add-attempt':
      return noted(write.attempt.sessionId, 'attempt-opened');
    case 'add-question':
      return came(write.question.sessionId, 'question-asked', write.question.state);
    case 'step-question':
      return moved(write.step.from.sessionId, `question-${write.step.to.state}`, write.step);
    case 'add-message':
      return noted(sessionOf(write.message), 'message-sent');
    case 'add-workspace':
      return came(write.workspace.sessionId, `workspace-${write.workspace.state}`, write.workspace.state);
    case 'save-workspace':
      return moved(write.from.sessionId, `workspace-${write.to.state}`, write);
    case 'raise-purse':
      return noted(write.sessionId, 'budget-raised');
    case 'warn-purse':
      return noted(write.sessionId, 'budget-warned');
    case 'add-note':
      return noted(write.sessionId, write.event);
  }
}

const noted = (sessionId: string | null, event: string): Changed => ({
  sessionId,
  event,
  fromState: null,
  toState: null,
});

const came = (sessionId: string, event: string, toState: string): Changed => ({
  sessionId,
  event,
  fromState: null,
  toState,
});

const moved = (
  sessionId: string,
  event: string,
  step: { from: { state: string }; to: { state: string } },
): Changed => ({
  sessionId,
  event,
  fromState: step.from.state,
  toState: step.to.state,
});

// A message that a turn carries belongs to its recipient; one to a person, to whoever sent it.
const sessionOf = (message: Extract<Write, { kind: 'add-message' }>['message']): string =>
  message.turnId === null ? message.sender : message.recipient;
