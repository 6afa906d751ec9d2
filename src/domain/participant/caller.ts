import type { Anchor, Participant } from './participant.ts';

/** A process above the one that asks. */
export type Ancestor = Anchor & Readonly<{ program: string; isSessionLeader: boolean }>;

/** What is known of the process that asks. */
export type CallerSighting = Readonly<{
  hostId: string;
  /** Inside an attempt: its session. */
  sessionId: string | null;
  /** The participant that the environment names. */
  participantId: string | null;
  /** Nearest first, without the process itself. */
  lineage: readonly Ancestor[];
  /** Where it was started. */
  workDir: string;
}>;

export type Self =
  | Readonly<{ is: 'session'; sessionId: string }>
  | Readonly<{ is: 'participant'; participant: Participant }>
  /** The environment names one that is another's: its process lives, and did not start this one. */
  | Readonly<{ is: 'forged'; participantId: string }>
  | Readonly<{ is: 'unknown' }>;

/**
 * Whose process asks. A name in the environment counts unless that participant's own process lives elsewhere;
 * without a name it is the nearest ancestor that has joined.
 */
export function decideSelf(
  caller: CallerSighting,
  known: readonly Participant[],
  isNamedAlive: boolean,
): Self {
  if (caller.sessionId !== null) return { is: 'session', sessionId: caller.sessionId };
  const named = known.find(({ id }) => id === caller.participantId);
  if (named) {
    const isOthers = isNamedAlive && !isAbove(caller, named);
    return isOthers ? { is: 'forged', participantId: named.id } : { is: 'participant', participant: named };
  }
  const nearest = caller.lineage.flatMap((above) => known.filter((one) => isAnchoredAt(caller, one, above)));
  const participant = nearest.find(({ state }) => state === 'active') ?? nearest[0];
  return participant ? { is: 'participant', participant } : { is: 'unknown' };
}

const isAbove = (caller: CallerSighting, participant: Participant): boolean =>
  caller.lineage.some((above) => isAnchoredAt(caller, participant, above));

const isAnchoredAt = ({ hostId }: CallerSighting, one: Participant, above: Ancestor): boolean =>
  one.hostId === hostId &&
  one.anchor?.pid === above.pid &&
  one.anchor.start === above.start &&
  one.anchor.boot === above.boot;

/** The process that stands for a participant: the nearest agent CLI, else the shell of its terminal. */
export function pickAnchor(
  { lineage }: CallerSighting,
  clis: readonly string[],
): Readonly<{ anchor: Anchor | null; cli: string | null }> {
  const agent = lineage.find(({ program }) => clis.includes(program));
  const found = agent ?? lineage.find(({ isSessionLeader }) => isSessionLeader) ?? lineage[0];
  if (!found) return { anchor: null, cli: null };
  const { pid, start, boot } = found;
  return { anchor: { pid, start, boot }, cli: agent?.program ?? null };
}
