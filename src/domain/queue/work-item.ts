import { accept, type Outcome, refuse } from '../outcome.ts';
import { isLeaseOver } from './lease.ts';

/** The stored state. `standingOf` derives whether queued work is ready, blocked or scheduled. */
export type WorkState = 'queued' | 'claimed' | 'done' | 'failed';

export type WorkEvent =
  | 'claim'
  | 'renew'
  | 'report'
  | 'move'
  | 'release'
  | 'lapse'
  | 'retry'
  | 'fail'
  | 'finish'
  | 'reopen';

/** Progress, in the holder's own words. */
export type WorkProgress = Readonly<{
  stepsCompleted: number;
  stepsTotal: number | null;
  currentStep: string | null;
}>;

/** The description of work, fixed when it is added. */
export type WorkSpec = Readonly<{
  title: string;
  body: string;
  /** 0 goes first. */
  priority: number;
  rig: string | null;
  actor: string | null;
  labels: readonly string[];
  /** Ids of work that must be done before. */
  needs: readonly string[];
  /** How often it may be tried again after a failure. */
  retries: number;
  notBefore: number | null;
  /** It cannot be claimed after this. */
  deadline: number | null;
  /** A shell command that must succeed before it counts as done. */
  gate: string | null;
  /** The file that the first prompt is made from. */
  template: string | null;
}>;

/** An item of the queue that can be claimed. Times are epoch milliseconds. */
export type WorkItem = WorkSpec &
  Readonly<{
    id: string;
    state: WorkState;
    version: number;
    /** Its position among work of the same priority; smaller goes first. */
    position: number;
    retriesLeft: number;
    /** The fence: raised by every claim and every lapse; an older one is refused. */
    fence: number;
    holder: string | null;
    /** When its holder claimed it; null while it has none. */
    claimedAt: number | null;
    leaseUntil: number | null;
    /** The session that works on it, or did so last. */
    sessionId: string | null;
    progress: WorkProgress;
    /** Why it failed, or its outcome. */
    reasonText: string | null;
    /** Of the spec: the same id with another one is other work. */
    contentHash: string;
    /** Its origin: `swarm`, or the name of an outside queue that its outcome is reported to. */
    source: string;
    createdAt: number;
    startedAt: number | null;
    endedAt: number | null;
    updatedAt: number;
  }>;

export type WorkPatch = Partial<
  Pick<
    WorkItem,
    'holder' | 'leaseUntil' | 'sessionId' | 'progress' | 'reasonText' | 'notBefore' | 'position' | 'priority'
  >
>;
export type WorkStep = Readonly<{ from: WorkItem; event: WorkEvent; to: WorkItem }>;

// The whole machine. An absent cell is refused; an empty row is final. A person may call queued work done or
// failed, and may open failed work again.
const NEXT: Record<WorkState, Partial<Record<WorkEvent, WorkState>>> = {
  queued: { claim: 'claimed', move: 'queued', finish: 'done', fail: 'failed' },
  claimed: {
    renew: 'claimed',
    report: 'claimed',
    move: 'claimed',
    release: 'queued',
    lapse: 'queued',
    retry: 'queued',
    finish: 'done',
    fail: 'failed',
  },
  failed: { reopen: 'queued' },
  done: {},
};

export const WORK_STATES = Object.keys(NEXT) as readonly WorkState[];
export const NO_PROGRESS: WorkProgress = { stepsCompleted: 0, stepsTotal: null, currentStep: null };

const UNCLAIMED = { holder: null, claimedAt: null, leaseUntil: null } as const;

/** The only way from one state to the next. A lease that has run out lapses first. */
export function stepWork(
  from: WorkItem,
  event: WorkEvent,
  change: Readonly<{ at: number; patch?: WorkPatch }>,
): Outcome<WorkStep> {
  const lapsed = event === 'lapse' ? from : withoutLapsedLease(from, change.at);
  const state = NEXT[lapsed.state][event];
  if (!state) return refuse({ code: 'illegal-work-step', workId: from.id, state: lapsed.state, event });
  const to: WorkItem = {
    ...lapsed,
    ...effectOf(lapsed, event, change.at),
    ...change.patch,
    ...(state === 'claimed' ? {} : UNCLAIMED),
    state,
    version: from.version + 1,
    updatedAt: change.at,
    endedAt: state === 'done' || state === 'failed' ? change.at : null,
  };
  return accept({ from, event, to });
}

/** The row as of a time, whether or not the lapse of its lease was recorded. */
export function withoutLapsedLease(work: WorkItem, at: number): WorkItem {
  if (work.state !== 'claimed' || !isLeaseOver(work, at)) return work;
  return { ...work, state: 'queued', fence: work.fence + 1, ...UNCLAIMED };
}

function effectOf(work: WorkItem, event: WorkEvent, at: number): Partial<WorkItem> {
  switch (event) {
    case 'claim':
      return {
        fence: work.fence + 1,
        progress: NO_PROGRESS,
        claimedAt: at,
        startedAt: work.startedAt ?? at,
      };
    case 'lapse':
      return { fence: work.fence + 1 };
    case 'retry':
      return { retriesLeft: Math.max(0, work.retriesLeft - 1) };
    case 'reopen':
      return { retriesLeft: work.retries, reasonText: null };
    default:
      return {};
  }
}

export type Birth = Readonly<{
  id: string;
  at: number;
  position: number;
  contentHash: string;
  source: string;
  /** For work that was done elsewhere already. */
  isDone?: boolean;
}>;

export function draftWork(spec: WorkSpec, birth: Birth): WorkItem {
  const { at, isDone = false, ...born } = birth;
  return {
    ...spec,
    ...born,
    state: isDone ? 'done' : 'queued',
    version: 1,
    retriesLeft: spec.retries,
    fence: 0,
    ...UNCLAIMED,
    sessionId: null,
    progress: NO_PROGRESS,
    reasonText: null,
    createdAt: at,
    startedAt: null,
    endedAt: isDone ? at : null,
    updatedAt: at,
  };
}
