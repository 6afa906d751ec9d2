import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Participant } from '../../domain/participant/participant.ts';
import { decideTakeover, type TakeoverDecision } from '../../domain/participant/takeover.ts';
import type { Write } from '../../store/store.ts';
import { type DrawHeldDeps, drawHeld } from '../reservation/draw-held.ts';
import { draftEnd } from './draft-end.ts';
import { type EvidenceDeps, gatherEvidence } from './gather-evidence.ts';

export type Ending = Readonly<{
  event: 'expire' | 'take-over';
  /** For how long every sign must have been missing. */
  quietMs: number;
  by: string;
  note: string;
  takenBy: string | null;
  /** What else is written with it. */
  writes?: readonly Write[];
}>;

export type EndedParticipant = Readonly<{ rescue: string | null; decision: TakeoverDecision; at: number }>;

const RESCUES = 'refs/swarm/rescue/';

/** Whether the participant may be ended now, by all that is known of it. */
export async function lookAtStale(
  deps: EvidenceDeps,
  participant: Participant,
  quietMs: number,
): Promise<Outcome<Omit<EndedParticipant, 'rescue'>>> {
  const at = deps.clock.now();
  const decision = decideTakeover(await gatherEvidence(deps, participant), { now: at, quietMs });
  if (decision.isAllowed) return accept({ decision, at });
  return refuse({ code: 'takeover-refused', participantId: participant.id, reasons: decision.reasons, at });
}

/**
 * Ends a participant that has been quiet: its work is saved first, then one commit ends it and frees what it
 * held. The commit is guarded by its last act, so one that wakes up meanwhile keeps everything.
 */
export async function endStale(
  deps: EvidenceDeps & DrawHeldDeps,
  participant: Participant,
  { event, quietMs, by, note, takenBy, writes: more = [] }: Ending,
): Promise<Outcome<EndedParticipant> | 'stale'> {
  const first = await lookAtStale(deps, participant, quietMs);
  if (!first.ok) return first;
  const isHere = participant.hostId === deps.hostId;
  const folder = { participantId: participant.id, path: participant.workDir };
  const rescue = isHere ? await deps.workFolders.ensureRescued(folder) : null;
  // Saving takes a while: what has changed since then counts too.
  const look = await lookAtStale(deps, participant, quietMs);
  if (!look.ok) return look;
  const { at } = look.value;
  const writes = await draftEnd(deps.store, participant, { event, at, by, note, patch: { takenBy } });
  if (!writes.ok) return writes;
  const { saved } = await deps.store.commit([...writes.value, ...more]);
  if (saved) await drawHeld(deps);
  return saved ? accept({ ...look.value, rescue: rescue?.ref.replace(RESCUES, '') ?? null }) : 'stale';
}
