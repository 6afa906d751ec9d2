import type { WorkItem } from '../domain/queue/work-item.ts';
import { holdsSlot, SESSION_STATES } from '../domain/session/session.ts';
import { chargeAccount, raiseAccount, reserveAccount, warnAccount } from './accounts.ts';
import { attempts } from './attempts.ts';
import type { CommitResult } from './commit-result.ts';
import { saveClock, skipTime } from './host-clocks.ts';
import { addIntake } from './intakes.ts';
import { addJournalLines } from './journal.ts';
import { journalLineOf } from './journal-line.ts';
import { loops } from './loops.ts';
import { addMail, mailReceipts } from './mail.ts';
import type { MailWrite } from './mail-rows.ts';
import { addDelivery, messages } from './messages.ts';
import { movePaths } from './move-paths.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { participants, seeParticipant } from './participants.ts';
import { addPause, isPaused, savePauseStep } from './pauses.ts';
import { planVersions } from './plan-versions.ts';
import { lock, type Program, read } from './program.ts';
import { questions } from './questions.ts';
import { takeQuota } from './quotas.ts';
import { addRace, races } from './races.ts';
import { reservations } from './reservations.ts';
import { addRunFact } from './run-facts.ts';
import { addRun, addRunError, saveRunStep } from './runs.ts';
import { schedules } from './schedules.ts';
import { addSession, archiveSession, saveSessionStep, touchSession } from './sessions.ts';
import type { Write } from './store.ts';
import { saveTally } from './tally.ts';
import { addTaskOutput, addTaskRound, taskChecks } from './tasks.ts';
import { turns } from './turns.ts';
import { addWork, resolveClaim, saveWorkStep } from './work-items.ts';
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
    const write = asked.kind === 'claim-next' ? yield* resolveClaim(asked) : asked;
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
    case 'save-message':
    case 'add-delivery':
    case 'add-mail':
    case 'add-mail-receipt':
    case 'step-mail':
      return yield* applySaidRow(write);
    case 'add-run':
    case 'step-run':
    case 'add-run-error':
    case 'add-run-fact':
      return yield* applyRunRow(write);
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
    case 'move-paths':
    case 'save-clock':
    case 'skip-time':
    case 'use-quota':
      return yield* applyMachineRow(write);
    case 'add-note':
      return null;
    case 'add-completion-note':
    case 'step-completion-note':
    case 'add-plan-version':
    case 'step-plan-version':
      return yield* applyPlanRow(write);
    default:
      return yield* applyQueueRow(write);
  }
}

type TaskKind = `${'add' | 'step'}-task-check` | 'add-task-round' | 'add-task-output';

/** What is known of the tasks of a plan. */
function* applyTaskRow(
  write: Extract<Write, { kind: TaskKind | PresenceKind }>,
): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-task-check':
      return yield* taskChecks.add(write.check);
    case 'step-task-check':
      return yield* taskChecks.step(write);
    case 'add-task-round':
      return yield* addTaskRound(write.round);
    case 'add-task-output':
      return yield* addTaskOutput(write.output);
    default:
      return yield* applyPresenceRow(write);
  }
}

type SaidKind = 'add-message' | 'save-message' | 'add-delivery' | MailWrite['kind'];

/** Messages and mail. */
function* applySaidRow(write: Extract<Write, { kind: SaidKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-message':
      return yield* messages.add(write.message);
    case 'save-message':
      return yield* messages.step(write);
    case 'add-delivery':
      return yield* addDelivery(write.delivery);
    case 'add-mail':
      return yield* addMail(write);
    case 'add-mail-receipt':
      return yield* mailReceipts.add(write.receipt);
    case 'step-mail':
      return yield* mailReceipts.step(write.step);
  }
}

type RunKind = 'add-run' | 'step-run' | 'add-run-error' | 'add-run-fact';

function* applyRunRow(write: Extract<Write, { kind: RunKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-run':
      return yield* addRun(write.run, write.memory);
    case 'step-run':
      return yield* saveRunStep(write);
    case 'add-run-error':
      return yield* addRunError(write.error);
    case 'add-run-fact':
      return yield* addRunFact(write.kept);
  }
}

type PlanKind = `${'add' | 'step'}-${'completion-note' | 'plan-version'}`;

/** What agents of plans write down, and what plans they are given. */
function* applyPlanRow(write: Extract<Write, { kind: PlanKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-completion-note':
      return yield* notes.add(write.note);
    case 'step-completion-note':
      return yield* notes.step(write.step);
    case 'add-plan-version':
      return yield* planVersions.add(write.added);
    case 'step-plan-version':
      return yield* planVersions.step(write.step);
  }
}

type MachineKind = 'move-paths' | 'save-clock' | 'skip-time' | 'use-quota';

/** What the machine did to the project (it lies elsewhere, its clock has jumped), and what it may hold. */
function* applyMachineRow(write: Extract<Write, { kind: MachineKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'move-paths':
      return yield* movePaths(write);
    case 'save-clock':
      return yield* saveClock(write);
    case 'skip-time':
      return yield* skipTime(write);
    case 'use-quota':
      return yield* takeQuota(write);
  }
}

type PresenceKind = `${'add' | 'step'}-${'participant' | 'reservation'}` | 'see-participant';

/** Who is at work here, and what they have reserved. */
function* applyPresenceRow(write: Extract<Write, { kind: PresenceKind }>): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-participant':
      return yield* participants.add(write.participant);
    case 'step-participant':
      return yield* participants.step(write.step);
    case 'see-participant':
      return yield* seeParticipant(write);
    case 'add-reservation':
      return yield* reservations.add(write.reservation);
    case 'step-reservation':
      return yield* reservations.step(write.step);
  }
}

type QueueKind = `${'add' | 'step'}-${'work' | 'loop' | 'race' | 'schedule'}` | 'add-pause' | 'end-pause';

/** Rows of unattended work: the queue, and what feeds it, works through it or holds it up. */
function* applyQueueRow(
  write: Extract<Write, { kind: QueueKind | TaskKind | PresenceKind }>,
): Program<WriteRefusal | null> {
  switch (write.kind) {
    case 'add-work':
      return yield* addWork(write.work);
    case 'step-work':
      return yield* saveWorkStep(write.step);
    case 'add-loop':
      return yield* loops.add(write.loop);
    case 'step-loop':
      return yield* loops.step(write.step);
    case 'add-race':
      return yield* addRace(write.race);
    case 'step-race':
      return yield* races.step(write.step);
    case 'add-schedule':
      return yield* schedules.add(write.schedule);
    case 'step-schedule':
      return yield* schedules.step(write.step);
    case 'add-pause':
      return yield* addPause(write.pause);
    case 'end-pause':
      return yield* savePauseStep(write.step);
    default:
      return yield* applyTaskRow(write);
  }
}

const SLOTTED = SESSION_STATES.filter(holdsSlot)
  .map((state) => `'${state}'`)
  .join(', ');

/** How many sessions hold a slot; no other transaction can take one before this one ends. */
function* countTakenSlots(): Program<number> {
  // Two statements: in Postgres one that waits for a lock goes on reading what was true before it waited.
  yield* lock('slots');
  const [row] = yield* read({
    sql: `select count(*) as taken from session where state in (${SLOTTED})`,
    values: [],
  });
  return Number(row?.taken);
}
