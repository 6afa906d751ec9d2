import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { endedRefusal } from '../../domain/participant/participant.ts';
import { findSelf } from '../participant/find-self.ts';
import type { ParticipantDeps } from '../participant/participant-deps.ts';
import type { QueueDeps } from './queue-deps.ts';

type SelfDeps = QueueDeps & Pick<ParticipantDeps, 'callers'>;
type Act<I, T> = (deps: QueueDeps, input: I) => Promise<Outcome<T>>;

/**
 * Lets a participant hold work in its own name. One whose work was taken over is told so instead: what it
 * held may be another's by now. One that left by itself is a person like any other.
 */
export const asSelf =
  <I, T>(act: Act<I, T>) =>
  async (deps: SelfDeps, input: I): Promise<Outcome<T>> => {
    const by = await nameSelf(deps);
    return by.ok ? act({ ...deps, by: by.value }, input) : by;
  };

async function nameSelf(deps: SelfDeps): Promise<Outcome<string>> {
  // Most projects have none, and then there is no process to look at.
  const known = await deps.store.listParticipants({});
  const self = known.length === 0 ? null : await findSelf(deps, await deps.callers.observe());
  if (self?.is === 'forged')
    return refuse({ code: 'participant-of-another', participantId: self.participantId });
  if (self?.is !== 'participant') return accept(deps.by);
  const { participant } = self;
  if (participant.endReason === 'left') return accept(deps.by);
  if (participant.state === 'ended') return refuse(endedRefusal(participant));
  await deps.store.commit([{ kind: 'see-participant', participantId: participant.id, at: deps.clock.now() }]);
  return accept(participant.id);
}
