import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { JoinProject } from '../../contract/participant.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { pickBaseName } from '../../domain/participant/base-name.ts';
import { type CallerSighting, pickAnchor } from '../../domain/participant/caller.ts';
import { joinedAs, type Participant, stepParticipant } from '../../domain/participant/participant.ts';
import { type Presence, presenceOfParticipant } from '../../domain/participant/presence.ts';
import { participantJson } from '../../views/participant-json.ts';
import { noteOf } from '../draft.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findSelf } from './find-self.ts';
import type { ParticipantDeps } from './participant-deps.ts';

const NOTHING_HELD = { items: [], files: [] } as const;

/**
 * Makes the caller a participant. The same process, or the same conversation of an agent CLI, is the same
 * participant; one whose id is taken joins at the next millisecond.
 */
export async function joinProject(deps: ParticipantDeps, input: JoinProject): Promise<Outcome<Presence>> {
  let later = 0;
  return whileStale<Presence>('the list of participants', async () => {
    const at = deps.clock.now();
    const caller = await deps.callers.observe();
    const known = await findJoined(deps, caller, input);
    if (!known.ok) return known;
    if (known.value) return joinAgain(deps, known.value, { caller, input, at });
    const participant = await drafted(deps, { caller, input, at: at + later });
    later += 1;
    const journal = noteOf({ at, by: participant.id }, participant.track ?? '');
    const result = await deps.store.commit([{ kind: 'add-participant', participant, journal }]);
    return result.saved ? accept(presenceOfParticipant(participant, NOTHING_HELD, at)) : 'stale';
  });
}

type Joining = Readonly<{ caller: CallerSighting; input: JoinProject; at: number }>;

/** The active participant that the caller is already; null for a new one. */
async function findJoined(
  deps: ParticipantDeps,
  caller: CallerSighting,
  { conversation, name }: JoinProject,
): Promise<Outcome<Participant | null>> {
  const self = await findSelf(deps, caller);
  if (self.is === 'forged')
    return refuse({ code: 'participant-of-another', participantId: self.participantId });
  const isSelf = self.is === 'participant' && self.participant.state === 'active';
  const found = isSelf ? self.participant : await findConversation(deps, conversation);
  if (found && name !== undefined && name !== found.baseName)
    return refuse({ code: 'joined-as', participantId: found.id });
  return accept(found);
}

async function findConversation(
  { store, hostId }: ParticipantDeps,
  conversation: string | undefined,
): Promise<Participant | null> {
  if (conversation === undefined) return null;
  const active = await store.listParticipants({ state: 'active' });
  return active.find((one) => one.hostId === hostId && one.conversationId === conversation) ?? null;
}

async function joinAgain(
  deps: ParticipantDeps,
  from: Participant,
  { caller, input, at }: Joining,
): Promise<Outcome<Presence> | 'stale'> {
  const { anchor } = pickAnchor(caller, AGENT_CLIS);
  // Found by its conversation, it is served by another process now; found by its process, it stays there.
  const isElsewhere = input.conversation !== undefined && input.conversation === from.conversationId;
  const patch = {
    track: input.track ?? from.track,
    workDir: caller.workDir,
    ...(isElsewhere && anchor ? { anchor } : {}),
  };
  const step = stepParticipant(from, 'move', { at, patch });
  if (!step.ok) return step;
  const journal = noteOf({ at, by: from.id }, patch.track ?? '');
  const result = await deps.store.commit([{ kind: 'step-participant', step: step.value, journal }]);
  return result.saved ? accept(presenceOfParticipant(step.value.to, NOTHING_HELD, at)) : 'stale';
}

async function drafted(
  { store, ids, hostId }: ParticipantDeps,
  { caller, input, at }: Joining,
): Promise<Participant> {
  const active = await store.listParticipants({ state: 'active' });
  const taken = new Set(active.map(({ baseName }) => baseName));
  const begin = Number.parseInt(ids.hash(ids.uuid()).slice(0, 8), 16);
  const { anchor, cli } = pickAnchor(caller, AGENT_CLIS);
  return joinedAs({
    baseName: input.name ?? pickBaseName(begin, taken),
    track: input.track ?? null,
    cli: input.cli ?? cli,
    conversationId: input.conversation ?? null,
    hostId,
    anchor,
    workDir: caller.workDir,
    joinedAt: at,
  });
}

export const joinProjectVerb = verb({
  name: 'participant.join',
  summary: 'Join the project as a participant',
  asks: 'person',
  reads: false,
  input: JoinProject,
  answer: async () => (await import('../../contract/answer/participant.ts')).ParticipantAnswer,
  run: joinProject,
  json: participantJson,
});
