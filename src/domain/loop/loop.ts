import { accept, type Outcome, refuse } from '../outcome.ts';
import type { FolderStand, Shelf } from './shelf.ts';

/** `stopping`: nothing more is begun, and what is at work comes to its end. */
export type LoopState = 'running' | 'waiting' | 'paused' | 'stopping' | 'finished';
export type LoopEvent =
  | 'begin'
  | 'settle'
  | 'gate'
  | 'set-aside'
  | 'clear'
  | 'hold'
  | 'return'
  | 'take-up'
  | 'ask'
  | 'answered'
  | 'pause'
  | 'unpause'
  | 'stop'
  | 'finish';

/** One session that a loop began for one work item. */
export type Iteration = Readonly<{
  number: number;
  sessionId: string;
  workId: string;
  /** The command that must succeed before its session may complete. */
  gate: string | null;
  isGreen: boolean;
  /** How often it failed. */
  reds: number;
  /** It waits for an answer, and others work in its stead. Absent: no. */
  isAside?: boolean;
  /** How the folder stood when it began, where it shares that with others. Absent: unknown. */
  base?: FolderStand;
  /** Where its changes are while it is set aside. Absent: in a folder of its own. */
  shelf?: Shelf;
  /** Why it was not set aside, and since when it had waited then: true for that wait alone. */
  held?: Readonly<{ since: number; why: string }>;
}>;

/** What a loop is to do: all that is fixed when it is started. */
export type LoopSpec = Readonly<{
  persona: string;
  cli: string | null;
  model: string | null;
  /** How many sessions it keeps at work at the same time. */
  concurrency: number;
  /** How many may wait for an answer while others work in their stead; 0: each holds the loop up. */
  maxWaiting: number;
  /** Failures in a row until it asks; null for what its supervisor goes by. */
  maxFailures: number | null;
  /** The longest pause after failures; null for what its supervisor goes by. */
  backoffCapMs: number | null;
  /** Its sessions go to the archive when they are over. */
  archives: boolean;
  /** 0 for as many as there are. */
  maxIterations: number;
  /** It is over when nothing is left that could become ready. */
  untilEmpty: boolean;
  delayMs: number;
  /** The text that first prompts are made from. */
  template: string;
  /** A fresh worktree for each iteration. */
  hasWorkspace: boolean;
  /** A shell command for work that has none of its own. */
  gate: string | null;
  /** The folder that its sessions work in; null for the project's own. */
  workDir: string | null;
  /** Only work of this rig, and only work with this label. */
  rig: string | null;
  label: string | null;
  /** Who does it, where the work does not say so. */
  actor: string | null;
  /** Whose supervisor serves it, among hosts that share a store; null for any. */
  hostId: string | null;
}>;

/** Takes work from the queue again and again, and begins a session for each. Times are epoch ms. */
export type Loop = LoopSpec &
  Readonly<{
    id: string;
    state: LoopState;
    version: number;
    /** The number of the last one that was begun. */
    iteration: number;
    atWork: readonly Iteration[];
    doneCount: number;
    failedCount: number;
    /** In a row, up to now. */
    failures: number;
    /** Nothing is begun before. */
    nextAt: number | null;
    /** What it waits for an answer to. */
    questionId: string | null;
    reasonText: string | null;
    createdAt: number;
    endedAt: number | null;
  }>;

export type LoopPatch = Partial<
  Pick<
    Loop,
    'iteration' | 'atWork' | 'doneCount' | 'failedCount' | 'failures' | 'nextAt' | 'questionId' | 'reasonText'
  >
>;
export type LoopStep = Readonly<{ from: Loop; event: LoopEvent; to: Loop }>;

// The whole machine. An absent cell is refused; an empty row is final. Whatever is at work may end at any
// time.
const NEXT: Record<LoopState, Partial<Record<LoopEvent, LoopState>>> = {
  running: {
    begin: 'running',
    settle: 'running',
    gate: 'running',
    'set-aside': 'running',
    clear: 'running',
    hold: 'running',
    return: 'running',
    'take-up': 'running',
    ask: 'waiting',
    pause: 'paused',
    stop: 'stopping',
    finish: 'finished',
  },
  waiting: {
    settle: 'waiting',
    gate: 'waiting',
    'set-aside': 'waiting',
    clear: 'waiting',
    hold: 'waiting',
    return: 'waiting',
    'take-up': 'waiting',
    answered: 'running',
    pause: 'paused',
    stop: 'stopping',
  },
  paused: { settle: 'paused', unpause: 'running', stop: 'stopping' },
  stopping: {
    settle: 'stopping',
    gate: 'stopping',
    'set-aside': 'stopping',
    clear: 'stopping',
    hold: 'stopping',
    return: 'stopping',
    'take-up': 'stopping',
    finish: 'finished',
  },
  finished: {},
};

export const LOOP_STATES = Object.keys(NEXT) as readonly LoopState[];
/** Those that count against its concurrency. */
export const listActive = ({ atWork }: Pick<Loop, 'atWork'>): readonly Iteration[] =>
  atWork.filter(({ isAside }) => !isAside);
/** Its sessions work in one folder, one after the other: what one leaves there the next would find. */
export const sharesFolder = ({ hasWorkspace, concurrency }: Pick<Loop, 'hasWorkspace' | 'concurrency'>) =>
  !hasWorkspace && concurrency === 1;
export const isLoopOver = ({ state }: Pick<Loop, 'state'>): boolean => state === 'finished';

/** The only way from one state to the next. */
export function stepLoop(
  from: Loop,
  event: LoopEvent,
  change: Readonly<{ at: number; patch?: LoopPatch }>,
): Outcome<LoopStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'illegal-loop-step', loopId: from.id, state: from.state, event });
  const to: Loop = {
    ...from,
    ...change.patch,
    // A loop that leaves its question behind has no use for the answer.
    ...(state === 'waiting' ? {} : { questionId: null }),
    state,
    version: from.version + 1,
    endedAt: state === 'finished' ? change.at : null,
  };
  return accept({ from, event, to });
}

export const draftLoop = (spec: LoopSpec, born: Readonly<{ id: string; at: number }>): Loop => ({
  ...spec,
  id: born.id,
  state: 'running',
  version: 1,
  iteration: 0,
  atWork: [],
  doneCount: 0,
  failedCount: 0,
  failures: 0,
  nextAt: null,
  questionId: null,
  reasonText: null,
  createdAt: born.at,
  endedAt: null,
});
