import { accept, type Outcome, refuse } from '../outcome.ts';

/**
 * `judging`: an agent compares what was accepted. `asking`: a person does. `closing`: how it ends is settled,
 * and rivals that are still at work are being ended.
 */
export type RaceState = 'running' | 'judging' | 'asking' | 'closing' | RaceEnding;
export type RaceEnding = 'decided' | 'failed' | 'stopped';
export type RaceEvent =
  | 'start'
  | 'check'
  | 'judge'
  | 'ask'
  | 'win'
  | 'give-up'
  | 'stop'
  | 'put-away'
  | 'close';

/** All that is fixed when it begins. */
export type RacePolicy = Readonly<{
  /** `first`: the first success that is accepted wins. `best`: all are compared. */
  kind: 'first' | 'best';
  /** A shell command that must succeed in a rival's workspace before its work is accepted. */
  gate: string | null;
  /** The persona that compares; null where the first one wins. */
  judge: string | null;
  /** How long one may take before the next starts beside it; null: all start at once. */
  stageMs: number | null;
  /** What all of them, and the judge, may spend together. */
  budgetUsd: number | null;
  budgetTokens: number | null;
}>;

/** One session of a race. */
export type Rival = Readonly<{
  sessionId: string;
  cli: string;
  /** What its gate said; null before it has ended, and without a gate. */
  gate: 'green' | 'red' | null;
  /** The end of what a red gate printed. */
  gateText: string | null;
  /** It did not win, and its worktree and branch are gone: all of its work has rescue refs. */
  isPutAway: boolean;
}>;

/** Several sessions at one task, of which one wins. Times are epoch ms. */
export type Race = Readonly<{
  id: string;
  title: string;
  policy: RacePolicy;
  /** In the order in which they start. */
  rivals: readonly Rival[];
  /** How many of them may start. */
  startedCount: number;
  /** When the last of those was let go. */
  startedAt: number;
  judgeId: string | null;
  winnerId: string | null;
  state: RaceState;
  version: number;
  ending: RaceEnding | null;
  reasonText: string | null;
  questionId: string | null;
  key: string | null;
  contentHash: string;
  hostId: string | null;
  createdAt: number;
  endedAt: number | null;
}>;

export type RacePatch = Partial<
  Pick<
    Race,
    'rivals' | 'startedCount' | 'startedAt' | 'judgeId' | 'winnerId' | 'ending' | 'reasonText' | 'questionId'
  >
>;
export type RaceStep = Readonly<{ from: Race; event: RaceEvent; to: Race }>;

// The whole machine. An absent cell is refused; an empty row is final. `closing` leaves by its recorded
// ending.
const NEXT: Record<RaceState, Partial<Record<RaceEvent, RaceState | 'ending'>>> = {
  running: {
    start: 'running',
    check: 'running',
    judge: 'judging',
    ask: 'asking',
    win: 'closing',
    'give-up': 'closing',
    stop: 'closing',
  },
  judging: { ask: 'asking', win: 'closing', stop: 'closing' },
  asking: { win: 'closing', stop: 'closing' },
  closing: { 'put-away': 'closing', close: 'ending' },
  decided: {},
  failed: {},
  stopped: {},
};

const FINAL: ReadonlySet<RaceState> = new Set(['decided', 'failed', 'stopped']);
const ENDING: Partial<Record<RaceEvent, RaceEnding>> = {
  win: 'decided',
  'give-up': 'failed',
  stop: 'stopped',
};

export const RACE_STATES = Object.keys(NEXT) as readonly RaceState[];
export const isRaceOver = ({ state }: Pick<Race, 'state'>): boolean => FINAL.has(state);

/** The only way from one state to the next. */
export function stepRace(
  from: Race,
  event: RaceEvent,
  change: Readonly<{ at: number; patch?: RacePatch }>,
): Outcome<RaceStep> {
  const next = NEXT[from.state][event];
  const state = next === 'ending' ? from.ending : next;
  if (!state) return refuse({ code: 'illegal-race-step', raceId: from.id, state: from.state, event });
  const to: Race = {
    ...from,
    ...change.patch,
    ending: ENDING[event] ?? from.ending,
    // A race that leaves its question behind has no use for the answer.
    ...(state === 'asking' ? {} : { questionId: null }),
    state,
    version: from.version + 1,
    endedAt: FINAL.has(state) ? change.at : null,
  };
  return accept({ from, event, to });
}

type RaceSeed = Pick<Race, 'id' | 'title' | 'policy' | 'key' | 'contentHash' | 'hostId'> &
  Readonly<{ at: number; rivals: readonly Pick<Rival, 'sessionId' | 'cli'>[] }>;

export const draftRace = ({ at, rivals, ...born }: RaceSeed): Race => ({
  ...born,
  rivals: rivals.map((rival) => ({ ...rival, gate: null, gateText: null, isPutAway: false })),
  startedCount: born.policy.stageMs === null ? rivals.length : 1,
  startedAt: at,
  judgeId: null,
  winnerId: null,
  state: 'running',
  version: 1,
  ending: null,
  reasonText: null,
  questionId: null,
  createdAt: at,
  endedAt: null,
});

/** Whether a session of the race may begin: the judge always, a rival once it is let go. */
export function mayStart({ rivals, startedCount, state }: Race, sessionId: string): boolean {
  const position = rivals.findIndex((rival) => rival.sessionId === sessionId);
  return position < 0 || (state === 'running' && position < startedCount);
}
