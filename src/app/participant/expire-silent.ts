import type { Participant } from '../../domain/participant/participant.ts';
import { isSilent, WINDOW_MS } from '../../domain/participant/presence.ts';
import type { DrawHeldDeps } from '../reservation/draw-held.ts';
import { requireActor } from './find-self.ts';
import type { EvidenceDeps } from './gather-evidence.ts';
import type { ParticipantDeps } from './participant-deps.ts';

export type ExpireDeps = EvidenceDeps & DrawHeldDeps & Readonly<{ by: string }>;

// Hardly ever needed, and a look is asked for often.
const loadEnding = () => import('./end-stale.ts');

/** One that was silent and is at work all the same is looked at again after this. */
const LOOK_AGAIN_MS = 5 * 60_000;

/**
 * Ends the participants of this host that have been silent past the window with all evidence quiet. Every
 * verb that gives out what they hold does so first, so it takes no supervisor. The caller itself is spared:
 * it has just stirred. Says when to look again.
 */
export async function expireSilent(
  deps: ExpireDeps,
  callerId: string | null = null,
): Promise<readonly number[]> {
  const active = await deps.store.listParticipants({ state: 'active' });
  const due: number[] = [];
  for (const one of active)
    if (one.hostId === deps.hostId && one.id !== callerId) due.push(await expire(deps, one));
  return due;
}

/** The same before a verb acts, for all but the one who asks it. */
export async function expireOthers(deps: ExpireDeps & Pick<ParticipantDeps, 'callers'>): Promise<void> {
  // Most projects have none, and then there is no process to look at.
  const active = await deps.store.listParticipants({ state: 'active' });
  if (!active.some((one) => isSilent(one, deps.clock.now()))) return;
  const self = await requireActor(deps);
  await expireSilent(deps, self.ok ? self.value.id : null);
}

async function expire(deps: ExpireDeps, participant: Participant): Promise<number> {
  const now = deps.clock.now();
  if (!isSilent(participant, now)) return participant.seenAt + WINDOW_MS;
  const note = `${participant.id} was silent for too long`;
  const terms = { event: 'expire', quietMs: WINDOW_MS, by: deps.by, note, takenBy: null } as const;
  const { endStale } = await loadEnding();
  const ended = await endStale(deps, participant, terms);
  return ended === 'stale' ? now : now + LOOK_AGAIN_MS;
}

/** Whether it is over although no row says so yet, for a look that changes nothing. */
export async function isGone(deps: EvidenceDeps, participant: Participant): Promise<boolean> {
  if (participant.state === 'ended') return true;
  if (!isSilent(participant, deps.clock.now())) return false;
  const { lookAtStale } = await loadEnding();
  return (await lookAtStale(deps, participant, WINDOW_MS)).ok;
}
