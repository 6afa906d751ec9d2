import { ListReservations } from '../../contract/reservation.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Participant } from '../../domain/participant/participant.ts';
import { globMatches } from '../../domain/reservation/glob-overlap.ts';
import type { Reservation } from '../../domain/reservation/reservation.ts';
import { renderReservations, reservationListJson } from '../../views/reservation-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import { isGone } from '../participant/expire-silent.ts';
import type { EvidenceDeps } from '../participant/gather-evidence.ts';
import { verb } from '../verb.ts';
import type { ReservationDeps } from './add-reservation.ts';
import { listLiveReservations } from './live-reservations.ts';

type LookDeps = EvidenceDeps & Pick<ReservationDeps, 'observeCaseRule'>;

async function lookUp(deps: LookDeps, { paths }: ListReservations): Promise<readonly Reservation[]> {
  const hasEnded = (holder: Participant) => isGone(deps, holder);
  const live = await listLiveReservations(deps.store, deps.clock.now(), hasEnded);
  if (paths.length === 0) return live;
  const rule = await deps.observeCaseRule();
  return live.filter(({ glob }) => paths.some((path) => globMatches(glob, path, rule)));
}

const listReservations = async (
  deps: LookDeps,
  input: ListReservations,
): Promise<Outcome<readonly Reservation[]>> => accept(await lookUp(deps, input));

async function intakeList(
  deps: LookDeps,
  { file, input }: AgentRequest<ListReservations>,
): Promise<AskingOutcome> {
  const found = await lookUp(deps, input);
  return commitIntake(deps, { file, answer: said(renderReservations(found), reservationListJson(found)) });
}

export const listReservationsVerb = verb({
  name: 'reservation.list',
  summary: 'List which files are reserved, and by whom',
  asks: 'anyone',
  reads: true,
  input: ListReservations,
  answer: async () => (await import('../../contract/answer/reservation.ts')).ReservationListAnswer,
  run: listReservations,
  intake: intakeList,
  json: reservationListJson,
});
