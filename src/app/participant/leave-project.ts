import { NoWords } from '../../contract/participant.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { stepParticipant } from '../../domain/participant/participant.ts';
import { type Presence, presenceOfParticipant } from '../../domain/participant/presence.ts';
import { participantJson } from '../../views/participant-json.ts';
import { unwrap } from '../draft.ts';
import { type DrawHeldDeps, drawHeld } from '../reservation/draw-held.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftEnd } from './draft-end.ts';
import { requireActor } from './find-self.ts';
import type { ParticipantDeps } from './participant-deps.ts';

export type LeaveDeps = ParticipantDeps & DrawHeldDeps;

/** Ends the caller's own participation: what it reserved and claimed is free again. */
export async function leaveProject(deps: LeaveDeps): Promise<Outcome<Presence>> {
  return whileStale<Presence>('the participant', async () => {
    const actor = await requireActor(deps);
    if (!actor.ok) return actor;
    if (actor.value.kind === 'session')
      return refuse({ code: 'not-from-attempt', verb: 'participant.leave' });
    const { participant, id } = actor.value;
    const at = deps.clock.now();
    const writes = await draftEnd(deps.store, participant, { event: 'leave', at, by: id, note: '' });
    if (!writes.ok) return writes;
    const { saved } = await deps.store.commit(writes.value);
    if (saved) await drawHeld(deps);
    const { to } = unwrap(stepParticipant(participant, 'leave', { at }));
    return saved ? accept(presenceOfParticipant(to, { items: [], files: [] }, at)) : 'stale';
  });
}

export const leaveProjectVerb = verb({
  name: 'participant.leave',
  summary: 'Leave the project: release what was reserved and claimed',
  asks: 'person',
  reads: false,
  input: NoWords,
  answer: async () => (await import('../../contract/answer/participant.ts')).ParticipantAnswer,
  run: leaveProject,
  json: participantJson,
});
