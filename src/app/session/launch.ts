import type { Attempt, Drawn } from '../../domain/attempt/attempt.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { type Draft, draftStep, draftTurnStep, noteOf } from '../draft.ts';
import type { Grant } from './budgets.ts';

type Launching = Readonly<{
  turn: Turn;
  hostId: string;
  conversationId: string;
  isResumed: boolean;
  limit: number;
  /** Where the attempt before stopped drawing. */
  drawn: Drawn;
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
    patch: { attempt: number, hostId, conversationId },
  });
  draftTurnStep(draft, turn, { event: 'hand', note: `to attempt ${number}`, attempt: number });
  draft.writes.push(...grant.writes, {
    kind: 'add-attempt',
    attempt: firstSight({
      sessionId: draft.session.id,
      number,
      hostId,
      conversationId,
      resumed: isResumed,
      openedAt: draft.at,
      ...drawnOf(launching.drawn),
      capMicroUsd: grant.capMicroUsd,
      ...reservationOf(grant),
    }),
    journal: noteOf(draft, isResumed ? 'resumes the conversation' : 'begins a conversation'),
  });
}

/** What the attempt's row says of a grant. */
export const reservationOf = ({
  reserved,
  day,
}: Grant): Pick<Attempt, 'reservedMicroUsd' | 'reservedTokens' | 'reservedDay'> => ({
  reservedMicroUsd: reserved.microUsd,
  reservedTokens: reserved.tokens,
  reservedDay: day,
});

const drawnOf = ({ outputBytes, toolsBytes, errorsBytes }: Drawn): Drawn => ({
  outputBytes,
  toolsBytes,
  errorsBytes,
});

type Born = Drawn &
  Pick<
    Attempt,
    | 'sessionId'
    | 'number'
    | 'hostId'
    | 'conversationId'
    | 'resumed'
    | 'openedAt'
    | 'capMicroUsd'
    | 'reservedMicroUsd'
    | 'reservedTokens'
    | 'reservedDay'
  >;

const firstSight = (born: Born): Attempt => ({
  ...born,
  heardAt: null,
  endedAt: null,
  exitCode: null,
  eventsCursor: 0,
  lastEventAt: null,
  messages: 0,
  tools: 0,
  currentTool: null,
  openTools: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  backgroundTasks: 0,
  unknownEvents: 0,
  brokenLines: 0,
  lastSaid: null,
  lastResult: null,
  lastResultOk: null,
});
