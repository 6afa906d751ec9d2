import type { WorkItem } from '../domain/queue/work-item.ts';
import { chargeAccount, raiseAccount, reserveAccount, warnAccount } from './accounts.ts';
import { attempts } from './attempts.ts';
import { addIntake } from './intakes.ts';
import { addJournalLines } from './journal.ts';
import { journalLineOf } from './journal-line.ts';
import { loops } from './loops.ts';
import { addDelivery, messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { addPause, isPaused, savePauseStep } from './pauses.ts';
import { lock, type Program } from './program.ts';
import { questions } from './questions.ts';
import { addRun, addRunError, saveRunStep } from './runs.ts';
import { schedules } from './schedules.ts';
import { addSession, archiveSession, saveSessionStep, touchSession } from './sessions.ts';
import { countTakenSlots } from './slots.ts';
import type { CommitResult, Write } from './store.ts';
import { saveTally } from './tally.ts';
import { turns } from './turns.ts';
import { addWork, saveWorkStep, settleClaim } from './work-items.ts';
import { workspaces } from './workspaces.ts';
import type { WriteRefusal } from './write-refusal.ts';

/** Applies the writes in order; the first that is refused gives the answer, and all is taken back. */
export function* commitWrites(writes: readonly Write[]): Program<CommitResult> {
  // Counted before any write, so that the sessions of this commit are not among them.
  const isTaker = writes.some(({ kind }) => kind === 'take-slot');
  let slots = isTaker ? yield* countTakenSlots() : 0;
  if (isTaker && (yield* isPaused())) return { saved: false, why: 'paused' };
  const done: Write[] = [];
  let claimed: WorkItem | undefined;
  for (const asked of writes) {
    const write = asked.kind === 'claim-next' ? yield* settleClaim(asked) : asked;
    if ('why' in write) return { saved: false, ...write };
    if (asked.kind === 'claim-next' && write.kind === 'step-work') claimed = write.step.to;
    const refusal = write.kind === 'take-slot' ? takeSlot(slots++, write.limit) : yield* applyRow(write);
    if (refusal) return { saved: false, ...refusal };
    done.push(write);
  }
  yield* record(done);
  return { saved: true, ...(claimed ? { claimed } : {}) };
}

function* record(writes: readonly Write[]): Program<void> {
  const lines = writes.map(journalLineOf).filter((line) => line !== undefined);
  if (lines.length === 0) return;
  yield* lock('journal');
  yield* saveTally(writes);
  yield* addJournalLines(lines);
}

const takeSlot = (taken: number, limit: number): WriteRefusal | null =>
  taken >= limit ? { why: 'no-slot' } : null;

function* applyRow(
  write: Exclude<Write, { kind: 'take-slot' | 'claim-next' }>,
): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-session':
      return yield* addSession(write.session, write.spec);
    case 'step-session':
      return yield* saveSessionStep(write.step);
    case 'touch-session':
      return yield* touchSession(write.session);
    case 'archive-session':
      return yield* archiveSession(write.session, write.archivedAt);
    case 'add-turn':
      return yield* turns.add(write.turn);
    case 'step-turn':
      return yield* turns.step(write.step);
    case 'add-attempt':
      return yield* attempts.add(write.attempt);
    case 'save-attempt':
      return yield* attempts.step(write);
    case 'add-question':
      return yield* questions.add(write.question);
    case 'step-question':
      return yield* questions.step(write.step);
    case 'add-notification':
      return yield* notifications.add(write.notification);
    case 'step-notification':
      return yield* notifications.step(write.step);
    case 'add-message':
      return yield* messages.add(write.message);
    case 'save-message':
      return yield* messages.step(write);
    case 'add-delivery':
      return yield* addDelivery(write.delivery);
    case 'add-run':
      return yield* addRun(write.run, write.memory);
    case 'step-run':
      return yield* saveRunStep(write.step, write.memory);
    case 'add-run-error':
      return yield* addRunError(write.error);
    case 'add-intake':
      return yield* addIntake(write);
    case 'add-workspace':
      return yield* workspaces.add(write.workspace);
    case 'save-workspace':
      return yield* workspaces.step(write);
    case 'reserve-account':
      return yield* reserveAccount(write);
    case 'charge-account':
      return yield* chargeAccount(write);
    case 'raise-account':
      return yield* raiseAccount(write);
    case 'warn-account':
      return yield* warnAccount(write);
    case 'add-note':
      return null;
    default:
      return yield* applyHarnessRow(write);
  }
}

type HarnessKind = `${'add' | 'step'}-${'work' | 'loop' | 'schedule'}` | 'add-pause' | 'end-pause';

/** Rows of unattended work: the queue, and what feeds it, works through it or holds it up. */
function* applyHarnessRow(write: Extract<Write, { kind: HarnessKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-work':
      return yield* addWork(write.work);
    case 'step-work':
      return yield* saveWorkStep(write.step);
    case 'add-loop':
      return yield* loops.add(write.loop);
    case 'step-loop':
      return yield* loops.step(write.step);
    case 'add-schedule':
      return yield* schedules.add(write.schedule);
    case 'step-schedule':
      return yield* schedules.step(write.step);
    case 'add-pause':
      return yield* addPause(write.pause);
    case 'end-pause':
      return yield* savePauseStep(write.step);
  }
}
