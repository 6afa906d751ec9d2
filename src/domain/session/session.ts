import type { Awaited } from '../attempt/awaited.ts';
import { accept, type Outcome, refuse } from '../outcome.ts';
import type { RetryCause } from '../retry/retry.ts';
import type { RetryRule } from '../retry/retry-rule.ts';
import type { ChildWait } from './child-wait.ts';
import type { Dependencies } from './dependency.ts';

export type SessionState =
  | 'created'
  | 'starting'
  | 'working'
  | 'idle'
  | 'waiting'
  | 'parked'
  | 'stopping'
  | 'completed'
  | 'failed'
  | 'killed';

export type SessionEvent =
  | 'launch'
  | 'heard'
  | 'hand-turn'
  | 'turn-ended'
  | 'woke'
  | 'asked'
  | 'await-children'
  | 'interrupt'
  | 'answered'
  | 'answered-live'
  | 'park'
  | 'wake'
  | 'take-over'
  | 'hand-back'
  | 'due'
  | 'end'
  | 'stop'
  | 'gone';

export type SessionEnding = 'completed' | 'failed' | 'killed';

export type EndReason =
  | 'exit-code'
  | 'crash'
  | 'timeout'
  | 'budget'
  | 'disk'
  | 'memory'
  | 'asked'
  | 'lost'
  | 'contract'
  /** What it waited for did not complete. */
  | 'dependency'
  /** The session that began it is over. */
  | 'parent'
  | 'superseded';

export type SessionMode = 'headless' | 'interactive';
export type Priority = 'low' | 'normal' | 'high';

/** Why a session has no process until a time. */
export type Parking = Readonly<{ cause: RetryCause; text: string }>;

/**
 * One agent's engagement on one task. Outlives processes; has one conversation. Times are epoch milliseconds.
 */
export type Session = Readonly<{
  id: string;
  runId: string | null;
  role: string | null;
  /** The work item that a loop began it for. */
  workId: string | null;
  /** The folder that it works in without a workspace; null for the project's own. */
  workDir: string | null;
  /** What it is called wherever people see it, on one line. */
  title: string;
  persona: string;
  cli: string;
  mode: SessionMode;
  model: string | null;
  ends: 'after-turn' | 'when-told';
  /** A person has taken it over from its headless mode, onto a screen. */
  takenOver: boolean;
  /** It waits without a process: it was stopped in the middle, and the answer goes to the next one. */
  isInterrupted: boolean;
  state: SessionState;
  version: number;
  ending: SessionEnding | null;
  reason: EndReason | null;
  reasonText: string | null;
  /** Number of the current or last attempt; 0 before the first launch. */
  attempt: number;
  retriesLeft: number;
  conversationId: string | null;
  resumeAt: number | null;
  /** What its agent waits for between two turns; empty while it is at work, and without a process. */
  awaits: readonly Awaited[];
  /** Only while it is parked; null where a person changed its mode. */
  parked: Parking | null;
  /** Tries in a row that came to nothing, without progress in between. */
  failures: number;
  exitCode: number | null;
  /** The session that has ended and whose work this one goes on with; it has no other successor. */
  continues: string | null;
  /** The session from whose conversation it began, on a branch of its own. */
  forkedFrom: string | null;
  /** What it waits for before its first attempt; null for nothing. */
  dependencies: Dependencies | null;
  /** How often it is tried again, and after what; null for what the project says. */
  retry: RetryRule | null;
  /** The race that it is a rival in, or the judge of. */
  raceId: string | null;
  /** The session that began it, and those above that one, nearest first; their budgets pay for it too. */
  parentId: string | null;
  ancestors: readonly string[];
  depth: number;
  /** The run that one of those above it has a role in, which pays for it too. */
  payingRunId: string | null;
  /** The race that one of those above it is a rival in, which pays for it too. */
  payingRaceId: string | null;
  /** It goes on when its parent is over. */
  outlivesParent: boolean;
  /** The last time that its agent waited for sessions that it had begun. */
  childWait: ChildWait | null;
  hostId: string | null;
  priority: Priority;
  tags: readonly string[];
  metadata: Readonly<Record<string, string>>;
  key: string | null;
  contentHash: string;
  lifetimeMs: number;
  /** Working time of finished stretches; a running stretch counts from `workingSince`. */
  workedMs: number;
  workingSince: number | null;
  hasWorkspace: boolean;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When the state was entered; clocks of a state count from here. */
  stateSince: number;
  archivedAt: number | null;
}>;

export type SessionPatch = Partial<
  Pick<
    Session,
    | 'ending'
    | 'reason'
    | 'reasonText'
    | 'attempt'
    | 'retriesLeft'
    | 'conversationId'
    | 'resumeAt'
    | 'awaits'
    | 'parked'
    | 'failures'
    | 'exitCode'
    | 'hostId'
    | 'model'
    | 'mode'
    | 'takenOver'
    | 'lifetimeMs'
    | 'childWait'
  >
>;

export type SessionStep = Readonly<{ from: Session; event: SessionEvent; to: Session }>;

// The whole machine. An absent cell is refused; an empty row is final. `stopping` leaves by its recorded
// ending.
const NEXT: Record<SessionState, Partial<Record<SessionEvent, SessionState | 'ending'>>> = {
  created: { launch: 'starting', asked: 'waiting', interrupt: 'waiting', end: 'stopping', stop: 'killed' },
  starting: {
    heard: 'working',
    asked: 'waiting',
    interrupt: 'waiting',
    park: 'parked',
    'take-over': 'parked',
    end: 'stopping',
    stop: 'stopping',
  },
  working: {
    'turn-ended': 'idle',
    asked: 'waiting',
    'await-children': 'waiting',
    interrupt: 'waiting',
    park: 'parked',
    'take-over': 'parked',
    'hand-back': 'parked',
    end: 'stopping',
    stop: 'stopping',
  },
  idle: {
    launch: 'starting',
    'hand-turn': 'working',
    woke: 'working',
    asked: 'waiting',
    'await-children': 'waiting',
    interrupt: 'waiting',
    'take-over': 'parked',
    'hand-back': 'parked',
    end: 'stopping',
    stop: 'stopping',
  },
  waiting: {
    interrupt: 'waiting',
    answered: 'idle',
    'answered-live': 'working',
    'take-over': 'parked',
    'hand-back': 'parked',
    end: 'stopping',
    stop: 'stopping',
  },
  parked: {
    due: 'idle',
    wake: 'parked',
    interrupt: 'waiting',
    'take-over': 'parked',
    'hand-back': 'parked',
    stop: 'stopping',
  },
  stopping: { gone: 'ending' },
  completed: {},
  failed: {},
  killed: {},
};

const FINAL: ReadonlySet<SessionState> = new Set(['completed', 'failed', 'killed']);
const RESTS: ReadonlySet<SessionState> = new Set(['idle', 'waiting']);
const SLOTTED: ReadonlySet<SessionState> = new Set(['starting', 'working']);

export const SESSION_STATES = Object.keys(NEXT) as readonly SessionState[];
export const isOver = (session: Pick<Session, 'state'>): boolean => FINAL.has(session.state);
/** Its end is settled: what it would begin now would end with it at once. */
export const isEnding = (session: Pick<Session, 'state'>): boolean =>
  isOver(session) || session.state === 'stopping';
/** Without more to do it is over; otherwise it rests until it is told to end. */
export const endsByItself = ({ ends, takenOver }: Pick<Session, 'ends' | 'takenOver'>): boolean =>
  ends === 'after-turn' && !takenOver;
/** Only a session with a slot counts against the limit of concurrent sessions. */
export const holdsSlot = (state: SessionState): boolean => SLOTTED.has(state);

/**
 * The only way from one state to the next. `at` is when it happens; `patch` is what else this event settles.
 */
export function stepSession(
  from: Session,
  event: SessionEvent,
  change: Readonly<{ at: number; patch?: SessionPatch }>,
): Outcome<SessionStep> {
  const next = NEXT[from.state][event];
  const state = next === 'ending' ? from.ending : next;
  if (!state) return refuse({ code: 'illegal-step', sessionId: from.id, state: from.state, event });
  return accept({
    from,
    event,
    to: { ...enter(from, state, change), ...byEvent({ from, event, state, patch: change.patch }) },
  });
}

function enter(from: Session, state: SessionState, change: { at: number; patch?: SessionPatch }): Session {
  const { at, patch } = change;
  return {
    ...from,
    ...patch,
    ...spentTime(from, state, at),
    ...(state === 'killed' && from.state === 'created' ? { ending: 'killed' as const } : {}),
    state,
    version: from.version + 1,
    stateSince: at,
    startedAt: from.startedAt ?? (state === 'starting' ? at : null),
    endedAt: FINAL.has(state) ? at : from.endedAt,
    awaits: RESTS.has(state) ? (patch?.awaits ?? from.awaits) : [],
    resumeAt: state === 'parked' ? (patch?.resumeAt ?? from.resumeAt) : null,
  };
}

// A turn that ended, and a question, are progress.
const PROGRESS: ReadonlySet<SessionEvent> = new Set(['turn-ended', 'asked', 'await-children', 'interrupt']);

type Entered = Readonly<{
  from: Session;
  event: SessionEvent;
  state: SessionState;
  patch?: SessionPatch | undefined;
}>;

const byEvent = ({ from, event, state, patch }: Entered): Partial<Session> => ({
  isInterrupted: state === 'waiting' && (event === 'interrupt' || from.isInterrupted),
  parked: parkedBy({ from, event, state, patch }),
  ...(PROGRESS.has(event) ? { failures: 0 } : {}),
});

function parkedBy({ from, event, state, patch }: Entered): Parking | null {
  if (state !== 'parked') return null;
  return event === 'wake' ? from.parked : (patch?.parked ?? null);
}

// The clock of working time runs only while the session holds a slot, and not for a person who took it over.
function spentTime(
  from: Session,
  state: SessionState,
  at: number,
): Pick<Session, 'workedMs' | 'workingSince'> {
  if (SLOTTED.has(state)) return { workedMs: from.workedMs, workingSince: from.workingSince ?? at };
  if (from.workingSince === null) return { workedMs: from.workedMs, workingSince: null };
  return { workedMs: workedMs(from, at), workingSince: null };
}

export function workedMs(session: Session, now: number): number {
  if (session.workingSince === null || session.takenOver) return session.workedMs;
  return session.workedMs + Math.max(0, now - session.workingSince);
}
