import { ListReservations } from '../../contract/reservation.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { globMatches } from '../../domain/reservation/glob-overlap.ts';
import type { Reservation } from '../../domain/reservation/reservation.ts';
import { renderReservations, reservationListJson } from '../../views/reservation-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import type { ReservationDeps } from './add-reservation.ts';
import { listLiveReservations } from './live-reservations.ts';

type LookDeps = Pick<ReservationDeps, 'store' | 'clock' | 'observeCaseRule'>;

async function lookUp(
  { store, clock, observeCaseRule }: LookDeps,
  { paths }: ListReservations,
): Promise<readonly Reservation[]> {
  const live = await listLiveReservations(store, clock.now());
  if (paths.length === 0) return live;
  const rule = await observeCaseRule();
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
