import { NoWords } from '../../contract/participant.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Presence } from '../../domain/participant/presence.ts';
import { participantJson } from '../../views/participant-json.ts';
import { renderParticipant } from '../../views/participant-list.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { requireActor } from './find-self.ts';
import { type LookDeps, listPresences } from './list-presences.ts';
import type { ParticipantDeps } from './participant-deps.ts';

/** Who the caller is here. */
async function showSelf(deps: ParticipantDeps & LookDeps): Promise<Outcome<Presence>> {
  const actor = await requireActor(deps);
  return actor.ok ? findPresence(deps, actor.value.id) : actor;
}

async function findPresence(deps: LookDeps, id: string): Promise<Outcome<Presence>> {
  const presence = (await listPresences(deps)).find((one) => one.id === id);
  return presence ? accept(presence) : refuse({ code: 'not-joined' });
}

async function intakeSelf(deps: LookDeps, { session, file }: AgentRequest<NoWords>): Promise<AskingOutcome> {
  const self = await findPresence(deps, session.id);
  const answer = self.ok
    ? said(renderParticipant(self.value, styleFor(false)), participantJson(self.value))
    : denied('this session is over');
  return commitIntake(deps, { file, answer });
}

export const showSelfVerb = verb({
  name: 'participant.whoami',
  summary: 'Show which participant you are',
  asks: 'anyone',
  reads: true,
  input: NoWords,
  answer: async () => (await import('../../contract/answer/participant.ts')).ParticipantAnswer,
  run: showSelf,
  intake: intakeSelf,
  json: participantJson,
});
