import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type CallerSighting, decideSelf, type Self } from '../../domain/participant/caller.ts';
import { endedRefusal, type Participant } from '../../domain/participant/participant.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import type { ParticipantDeps } from './participant-deps.ts';

type SelfDeps = Pick<ParticipantDeps, 'store' | 'callers'>;

/** Whose process asks, among all who ever joined. */
export async function findSelf({ store, callers }: SelfDeps, caller: CallerSighting): Promise<Self> {
  const named = caller.participantId === null ? undefined : await store.findParticipant(caller.participantId);
  const isNamedAlive = named?.anchor ? await callers.isAlive(named.anchor) : false;
  const others = caller.sessionId === null ? await store.listParticipants({}) : [];
  return decideSelf(caller, named ? [named, ...others] : others, isNamedAlive);
}

/** One who may act: a participant that has not ended, or a session. */
export type Actor =
  | Readonly<{ kind: 'joined'; id: string; participant: Participant }>
  | Readonly<{ kind: 'session'; id: string; session: Session }>;

/** The caller as one who may act; refused for those who never joined or have ended. */
export async function requireActor(deps: SelfDeps): Promise<Outcome<Actor>> {
  const self = await findSelf(deps, await deps.callers.observe());
  if (self.is === 'unknown') return refuse({ code: 'not-joined' });
  if (self.is === 'forged')
    return refuse({ code: 'participant-of-another', participantId: self.participantId });
  if (self.is === 'session') {
    const session = await deps.store.findSession(self.sessionId);
    if (!session) return refuse({ code: 'session-not-found', sessionId: self.sessionId, near: [] });
    return accept(actorOfSession(session));
  }
  const { participant } = self;
  if (participant.state === 'ended') return refuse(endedRefusal(participant));
  return accept({ kind: 'joined', id: participant.id, participant });
}

export const actorOfSession = (session: Session): Actor => ({ kind: 'session', id: session.id, session });

/** Counts as a sign of life, and makes the commit stale when the actor has ended meanwhile. */
export const actWrite = (actor: Actor, at: number): Write =>
  actor.kind === 'joined'
    ? { kind: 'see-participant', participantId: actor.id, at }
    : { kind: 'touch-session', session: actor.session };
