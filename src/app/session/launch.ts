import type { Attempt, DrawnBytes } from '../../domain/attempt/attempt.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { type Draft, draftStep, draftTurnStep, noteOf } from '../draft.ts';
import type { Grant } from './budgets.ts';

type Launching = Readonly<{
  turn: Turn;
  /** The words that it is handed over with, if they are not its own alone. */
  body?: string;
  hostId: string;
  conversationId: string;
  isResumed: boolean;
  limit: number;
  /** Where the attempt before stopped drawing, and reading the transcript of the conversation. */
  drawn: DrawnBytes & Partial<Pick<Attempt, 'transcript'>>;
  /** What the budgets set aside for it. */
  grant: Grant;
}>;

/** The next attempt, with its slot, its row and its turn: taken in the transaction that needs them. */
export function draftLaunch(draft: Draft, launching: Launching): void {
  const { turn, hostId, conversationId, isResumed, limit, grant } = launching;
  const number = draft.session.attempt + 1;
  draft.writes.unshift({ kind: 'take-slot', limit });
  draftStep(draft, 'launch', {
    note: `attempt ${number}`,
    patch: { attempt: number, hostId, conversationId, ...retriesOf(turn) },
  });
  draftTurnStep(draft, turn, {
    event: 'hand',
    note: `to attempt ${number}`,
    attempt: number,
    body: launching.body ?? turn.body,
  });
  draft.writes.push(...grant.writes, {
    kind: 'add-attempt',
    attempt: initialAttempt({
      sessionId: draft.session.id,
      number,
      hostId,
      conversationId,
      resumed: isResumed,
      openedAt: draft.at,
      ...drawnOf(launching.drawn),
      transcript: launching.drawn.transcript ?? {},
      capMicroUsd: grant.capMicroUsd,
      ...reservationOf(grant),
    }),
    journal: noteOf(draft, isResumed ? 'resumes the conversation' : 'begins a conversation'),
  });
}

/** Work that begins brings its own retries along; what is handed over again does not. */
export const retriesOf = ({ attempt, retries }: Turn): Partial<Pick<Session, 'retriesLeft'>> =>
  attempt === 0 && retries !== null ? { retriesLeft: retries } : {};

/** What the attempt's row says of a grant. */
export const reservationOf = ({
  reserved,
  day,
}: Grant): Pick<Attempt, 'reservedMicroUsd' | 'reservedTokens' | 'reservedDay'> => ({
  reservedMicroUsd: reserved.microUsd,
  reservedTokens: reserved.tokens,
  reservedDay: day,
});

const drawnOf = ({ outputBytes, toolsBytes, errorsBytes }: DrawnBytes): DrawnBytes => ({
  outputBytes,
  toolsBytes,
  errorsBytes,
});

type AttemptSeed = DrawnBytes &
  Pick<
    Attempt,
    | 'sessionId'
    | 'number'
    | 'hostId'
    | 'conversationId'
    | 'resumed'
    | 'openedAt'
    | 'transcript'
    | 'capMicroUsd'
    | 'reservedMicroUsd'
    | 'reservedTokens'
    | 'reservedDay'
  >;

export const initialAttempt = (born: AttemptSeed): Attempt => ({
  ...born,
  heardAt: null,
  endedAt: null,
  exitCode: null,
  eventsCursor: 0,
  promptId: null,
  stderrCursor: 0,
  lastEventAt: null,
  protocolState: null,
  stall: null,
  turnUsage: null,
  messages: 0,
  tools: 0,
  currentTool: null,
  openTools: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  costBaseUsd: null,
  awaited: [],
  unknownEvents: 0,
  brokenLines: 0,
  lastSaid: null,
  lastResult: null,
  lastResultOk: null,
  cpuMs: null,
  peakKb: null,
});
