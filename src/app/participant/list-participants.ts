import { ListParticipants } from '../../contract/participant.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Presence } from '../../domain/participant/presence.ts';
import { participantListJson } from '../../views/participant-json.ts';
import { renderParticipants } from '../../views/participant-list.ts';
import { displayName } from '../../views/participant-name.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { type LookDeps, listPresences } from './list-presences.ts';

const listParticipants = async (
  deps: LookDeps,
  input: ListParticipants,
): Promise<Outcome<readonly Presence[]>> => accept(await listNamed(deps, input));

const listNamed = async (deps: LookDeps, { all, name }: ListParticipants): Promise<readonly Presence[]> =>
  (await listPresences(deps, { all })).filter((one) => name === undefined || isCalled(one, name));

/** An id, a base name or a name as it is shown, in any case of its letters. */
const isCalled = (one: Presence, name: string): boolean =>
  [one.id, one.baseName, displayName(one)].some((known) => known.toLowerCase() === name.toLowerCase());

async function intakeList(
  deps: LookDeps,
  { file, input }: AgentRequest<ListParticipants>,
): Promise<AskingOutcome> {
  const found = await listNamed(deps, input);
  const answer = said(renderParticipants(found, styleFor(false)), participantListJson(found));
  return commitIntake(deps, { file, answer });
}

export const listParticipantsVerb = verb({
  name: 'participant.list',
  summary: 'List who is at work in the project',
  asks: 'anyone',
  reads: true,
  input: ListParticipants,
  answer: async () => (await import('../../contract/answer/participant.ts')).ParticipantListAnswer,
  run: listParticipants,
  intake: intakeList,
  json: participantListJson,
});
