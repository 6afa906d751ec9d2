import { accept, type Outcome, refuse } from '../outcome.ts';

export type ParticipantState = 'active' | 'ended';
export type ParticipantEvent = 'set-track' | 'move' | 'leave' | 'expire' | 'take-over';
export type EndReason = 'left' | 'expired' | 'taken-over';

/** A process, told from a later one with the same number by its start and the boot of its machine. */
export type Anchor = Readonly<{ pid: number; start: string; boot: string }>;

/**
 * An agent or a person at work in the project whom Swarm did not start. Each joining has an id of its own and
 * `ended` is final, so the id is its own fence. Times are epoch milliseconds.
 */
export type Participant = Readonly<{
  /** `<base name>-<time of joining>` */
  id: string;
  baseName: string;
  state: ParticipantState;
  version: number;
  /** The stream of work it is on, in its own words. */
  track: string | null;
  /** The agent CLI; null for a person's shell. */
  cli: string | null;
  /** What the CLI itself calls its conversation. */
  conversationId: string | null;
  hostId: string;
  /** The agent CLI's process, or the shell that joined; null when it is not known. */
  anchor: Anchor | null;
  workDir: string;
  joinedAt: number;
  /** Its last act. */
  seenAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** Who took over its work. */
  takenBy: string | null;
}>;

export type ParticipantStep = Readonly<{ from: Participant; event: ParticipantEvent; to: Participant }>;
export type ParticipantPatch = Partial<Pick<Participant, 'track' | 'anchor' | 'workDir' | 'takenBy'>>;

// The whole machine. An absent cell is refused; an empty row is final.
const NEXT: Record<ParticipantState, Partial<Record<ParticipantEvent, ParticipantState>>> = {
  active: {
    'set-track': 'active',
    move: 'active',
    leave: 'ended',
    expire: 'ended',
    'take-over': 'ended',
  },
  ended: {},
};

const REASONS: Partial<Record<ParticipantEvent, EndReason>> = {
  leave: 'left',
  expire: 'expired',
  'take-over': 'taken-over',
};

export function stepParticipant(
  from: Participant,
  event: ParticipantEvent,
  { at, patch = {} }: Readonly<{ at: number; patch?: ParticipantPatch }>,
): Outcome<ParticipantStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse(endedRefusal(from));
  const endReason = REASONS[event] ?? null;
  const isAct = event !== 'expire' && event !== 'take-over';
  const to: Participant = {
    ...from,
    ...patch,
    state,
    version: from.version + 1,
    seenAt: isAct ? Math.max(from.seenAt, at) : from.seenAt,
    ...(state === 'ended' ? { endedAt: at, endReason } : {}),
  };
  return accept({ from, event, to });
}

/** What the holder of an ended id is told at its next word. */
export const endedRefusal = ({ id, endReason, endedAt, takenBy }: Participant) =>
  ({
    code: 'participant-ended',
    participantId: id,
    reason: endReason ?? 'left',
    at: endedAt ?? 0,
    by: takenBy,
  }) as const;

type Joining = Pick<
  Participant,
  'baseName' | 'track' | 'cli' | 'conversationId' | 'hostId' | 'anchor' | 'workDir' | 'joinedAt'
>;

export const joinedAs = (joining: Joining): Participant => ({
  ...joining,
  id: `${joining.baseName}-${joining.joinedAt}`,
  state: 'active',
  version: 1,
  seenAt: joining.joinedAt,
  endedAt: null,
  endReason: null,
  takenBy: null,
});
