import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { endedRefusal, type Participant } from '../../domain/participant/participant.ts';
import { STALE_MS } from '../../domain/participant/presence.ts';
import { type Takeover, takeoverJson } from '../../views/takeover-text.ts';
import type { DrawHeldDeps } from '../reservation/draw-held.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { endStale, lookAtStale } from './end-stale.ts';
import { type Actor, actWrite, findSelf, requireActor } from './find-self.ts';
import type { EvidenceDeps } from './gather-evidence.ts';
import { listPresences } from './list-presences.ts';
import type { ParticipantDeps } from './participant-deps.ts';

const TakeOverParticipant = z.object({
  participant: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Left out: only what would happen is told. */
  yes: z._default(z.boolean(), false),
});
type TakeOverParticipant = z.infer<typeof TakeOverParticipant>;

export type TakeoverDeps = ParticipantDeps & EvidenceDeps & DrawHeldDeps;

/** Takes over from a participant that is quiet in every way. Of two who do, one hears that the other did. */
export async function takeOverParticipant(
  deps: TakeoverDeps,
  input: TakeOverParticipant,
): Promise<Outcome<Takeover>> {
  return whileStale<Takeover>('the participant', async () => {
    const taker = await findTaker(deps);
    if (!taker.ok) return taker;
    const found = await findQuiet(deps, input.participant);
    if (!found.ok) return found;
    if (taker.value?.id === found.value.id)
      return refuse({ code: 'takeover-of-self', participantId: found.value.id });
    return input.yes ? takeOver(deps, found.value, taker.value) : look(deps, found.value);
  });
}

/** The participant that asks; null for a person who has not joined. */
async function findTaker(deps: TakeoverDeps): Promise<Outcome<Actor | null>> {
  const self = await findSelf(deps, await deps.callers.observe());
  return self.is === 'unknown' ? accept(null) : requireActor(deps);
}

async function findQuiet(deps: TakeoverDeps, id: string): Promise<Outcome<Participant>> {
  const found = await deps.store.findParticipant(id);
  if (found) return found.state === 'active' ? accept(found) : refuse(endedRefusal(found));
  const session = await deps.store.findSession(id);
  if (session) return refuse({ code: 'takeover-of-session', sessionId: session.id, state: session.state });
  const all = await deps.store.listParticipants({ state: 'active' });
  const near = all.filter(({ baseName }) => id.startsWith(baseName)).map((one) => one.id);
  return refuse({ code: 'participant-not-found', participantId: id, near });
}

const heldBy = async (deps: TakeoverDeps, { id }: Participant) => {
  const held = (await listPresences(deps)).find((one) => one.id === id);
  return { reserved: held?.files ?? [], items: held?.items ?? [] };
};

async function look(deps: TakeoverDeps, participant: Participant): Promise<Outcome<Takeover>> {
  const seen = await lookAtStale(deps, participant, STALE_MS);
  if (!seen.ok) return seen;
  const { decision, at } = seen.value;
  const held = await heldBy(deps, participant);
  const nothingDone = { isTaken: false, by: null, rescue: null };
  return accept({ participantId: participant.id, ...nothingDone, ...held, reasons: decision.reasons, at });
}

async function takeOver(
  deps: TakeoverDeps,
  participant: Participant,
  taker: Actor | null,
): Promise<Outcome<Takeover> | 'stale'> {
  const held = await heldBy(deps, participant);
  const by = taker?.id ?? deps.by;
  const ended = await endStale(deps, participant, {
    event: 'take-over',
    quietMs: STALE_MS,
    by,
    note: `${participant.id} was taken over`,
    takenBy: by,
    writes: taker ? [actWrite(taker, deps.clock.now())] : [],
  });
  if (ended === 'stale' || !ended.ok) return ended;
  const { decision, at, rescue } = ended.value;
  return accept({
    participantId: participant.id,
    isTaken: true,
    by,
    rescue,
    ...held,
    reasons: decision.reasons,
    at,
  });
}

export const takeOverParticipantVerb = verb({
  name: 'participant.take-over',
  summary: 'Take over from a participant that is quiet in every way',
  asks: 'person',
  reads: false,
  input: TakeOverParticipant,
  answer: async () => (await import('../../contract/answer/takeover.ts')).TakeoverAnswer,
  run: takeOverParticipant,
  json: takeoverJson,
});
