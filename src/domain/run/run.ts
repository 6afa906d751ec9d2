import { accept, type Outcome, refuse } from '../outcome.ts';

export type RunState =
  | 'starting'
  | 'running'
  | 'waiting'
  | 'synthesising'
  | 'completed'
  | 'failed'
  | 'cancelled';

export type RunEvent = 'begun' | 'asked' | 'answered' | 'finish' | 'stop' | 'kill' | 'synthesised';

export type RunEnding = 'completed' | 'failed' | 'cancelled';

/** One execution of a workflow for one goal. Times are epoch milliseconds. */
export type Run = Readonly<{
  id: string;
  workflow: string;
  goal: string;
  /** Starting the same with the same key gives the same run. */
  key: string | null;
  contentHash: string;
  state: RunState;
  version: number;
  /** Decided before the synthesis begins, which tells of it. */
  ending: RunEnding | null;
  reasonText: string | null;
  /** Where the program is; lists show it without reading the program. */
  stage: string;
  round: number;
  /** In percent. */
  progress: number;
  hostId: string;
  /** Working time after which it ends; null for no limit. */
  timeoutMs: number | null;
  /** Whether its workspaces are put away when it has completed. */
  cleanup: 'auto' | 'manual';
  /** Time of finished stretches; a running stretch counts from `runningSince`. */
  workedMs: number;
  runningSince: number | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When the state was entered. */
  stateSince: number;
}>;

export type RunPatch = Partial<
  Pick<Run, 'ending' | 'reasonText' | 'stage' | 'round' | 'progress' | 'timeoutMs'>
>;
/** `advance`: the program went on, and the state of the run is what it was. */
export type RunStep = Readonly<{ from: Run; event: RunEvent | 'advance'; to: Run }>;

// The whole machine. An absent cell is refused; an empty row is final. What failed or was stopped is told of
// as well, so `synthesising` leaves by the ending that was recorded.
const NEXT: Record<RunState, Partial<Record<RunEvent, RunState | 'ending'>>> = {
  starting: { begun: 'running', finish: 'synthesising', stop: 'synthesising', kill: 'cancelled' },
  running: { asked: 'waiting', finish: 'synthesising', stop: 'synthesising', kill: 'cancelled' },
  waiting: { answered: 'running', finish: 'synthesising', stop: 'synthesising', kill: 'cancelled' },
  synthesising: { synthesised: 'ending', kill: 'cancelled' },
  completed: {},
  failed: {},
  cancelled: {},
};

const FINAL: ReadonlySet<RunState> = new Set(['completed', 'failed', 'cancelled']);
const DECIDES_CANCELLED: ReadonlySet<RunEvent> = new Set(['stop', 'kill']);

export const RUN_STATES = Object.keys(NEXT) as readonly RunState[];
export const isRunOver = ({ state }: Pick<Run, 'state'>): boolean => FINAL.has(state);

/** The only way from one state to the next. `at` is when it happens; `patch` is what else it settles. */
export function stepRun(
  from: Run,
  event: RunEvent,
  change: Readonly<{ at: number; patch?: RunPatch }>,
): Outcome<RunStep> {
  const next = NEXT[from.state][event];
  const state = next === 'ending' ? from.ending : next;
  if (!state) return refuse({ code: 'illegal-run-step', runId: from.id, state: from.state, event });
  const ending = DECIDES_CANCELLED.has(event) ? { ending: 'cancelled' as const } : {};
  const to: Run = {
    ...from,
    ...change.patch,
    ...ending,
    ...spentTime(from, state, change.at),
    state,
    version: from.version + 1,
    stateSince: change.at,
    startedAt: from.startedAt ?? (state === 'running' ? change.at : null),
    endedAt: FINAL.has(state) ? change.at : from.endedAt,
  };
  return accept({ from, event, to });
}

/** What the program settled, where that is no step of the machine. */
export const advanceRun = (from: Run, patch: RunPatch): RunStep => ({
  from,
  event: 'advance',
  to: { ...from, ...patch, version: from.version + 1 },
});

// A person who thinks about a question takes no time from the run.
function spentTime(from: Run, state: RunState, at: number): Pick<Run, 'workedMs' | 'runningSince'> {
  if (state === 'running') return { workedMs: from.workedMs, runningSince: from.runningSince ?? at };
  if (from.runningSince === null) return { workedMs: from.workedMs, runningSince: null };
  return { workedMs: from.workedMs + Math.max(0, at - from.runningSince), runningSince: null };
}

export type ClockMove = 'stop' | 'go';

/** A run that waits for one answer may work on elsewhere. */
const HAS_CLOCK: ReadonlySet<RunState> = new Set(['running', 'waiting']);

/** What to do about the clock of a run that a person may hold up. */
export function decideRunClock({ state, runningSince }: Run, isWaiting: boolean): ClockMove | null {
  if (!HAS_CLOCK.has(state) || isWaiting === (runningSince === null)) return null;
  return isWaiting ? 'stop' : 'go';
}

export const moveRunClock = (from: Run, move: ClockMove, at: number): RunStep => ({
  from,
  event: 'advance',
  to: { ...from, ...spentTime(from, move === 'go' ? 'running' : 'waiting', at), version: from.version + 1 },
});

/** When the run will have used up its time; null while its clock stands still, or where it has no limit. */
export function runDeadline({ runningSince, timeoutMs, workedMs }: Run): number | null {
  if (runningSince === null || timeoutMs === null) return null;
  return runningSince + Math.max(0, timeoutMs - workedMs);
}
