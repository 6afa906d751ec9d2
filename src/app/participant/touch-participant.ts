import { NoWords } from '../../contract/participant.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { actWrite, requireActor } from './find-self.ts';
import type { ParticipantDeps } from './participant-deps.ts';

type Touched = Readonly<{ id: string; at: number }>;

/** A heartbeat: the caller is at work, and says nothing else. */
async function touchParticipant(deps: ParticipantDeps): Promise<Outcome<Touched>> {
  return whileStale<Touched>('the participant', async () => {
    const actor = await requireActor(deps);
    if (!actor.ok) return actor;
    const at = deps.clock.now();
    const touched = accept({ id: actor.value.id, at });
    // A session's signs of life are its agent's own.
    if (actor.value.kind === 'session') return touched;
    return (await deps.store.commit([actWrite(actor.value, at)])).saved ? touched : 'stale';
  });
}

export const touchParticipantVerb = verb({
  name: 'participant.touch',
  summary: 'Tell that you are still at work',
  asks: 'person',
  reads: false,
  input: NoWords,
  answer: async () => (await import('../../contract/answer/participant.ts')).HeartbeatAnswer,
  run: touchParticipant,
  json: ({ id, at }) => ({ id, last_heartbeat: Math.floor(at / 1_000) }),
});
