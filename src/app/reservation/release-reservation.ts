import { ReleaseReservation } from '../../contract/reservation.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { type Reservation, stepReservation } from '../../domain/reservation/reservation.ts';
import type { Write } from '../../store/store.ts';
import { renderReservations, reservationListJson } from '../../views/reservation-list.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import { noteOf, unwrap } from '../draft.ts';
import { type Actor, actorOfSession, actWrite, requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import type { ReservationDeps } from './add-reservation.ts';
import { type DrawHeldDeps, drawHeld } from './draw-held.ts';

type ReleasedReservations = Readonly<{ released: readonly Reservation[]; writes: readonly Write[] }>;
type DraftDeps = DrawHeldDeps;

/** Gives back what the caller has reserved: these globs, or all. */
async function releaseReservations(
  deps: ReservationDeps,
  input: ReleaseReservation,
): Promise<Outcome<readonly Reservation[]>> {
  return whileStale<readonly Reservation[]>('the list of reservations', async () => {
    const actor = await requireActor(deps);
    if (!actor.ok) return actor;
    const drafted = await draftRelease(deps, actor.value, input);
    if (!drafted.ok) return drafted;
    const { saved } = await deps.store.commit(drafted.value.writes);
    if (saved) await drawHeld(deps);
    return saved ? accept(drafted.value.released) : 'stale';
  });
}

async function draftRelease(
  { store, clock }: DraftDeps,
  actor: Actor,
  { globs, all }: ReleaseReservation,
): Promise<Outcome<ReleasedReservations>> {
  if (globs.length === 0 && !all) return refuse({ code: 'nothing-named', command: 'release' });
  const own = await store.listReservations({ state: 'held', holder: actor.id });
  const missing = globs.find((glob) => !own.some((one) => one.glob === glob));
  if (missing !== undefined) {
    return refuse({ code: 'reservation-not-found', glob: missing, own: own.map(({ glob }) => glob) });
  }
  const at = clock.now();
  const wanted = all ? own : own.filter(({ glob }) => globs.includes(glob));
  const steps = wanted.map((one) => unwrap(stepReservation(one, 'release', { at })));
  const writes = steps.map(
    (step): Write => ({
      kind: 'step-reservation',
      step,
      journal: noteOf({ at, by: actor.id }, step.from.glob),
    }),
  );
  return accept({ released: steps.map(({ to }) => to), writes: [actWrite(actor, at), ...writes] });
}

type AskingDeps = DraftDeps & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

async function intakeRelease(
  deps: AskingDeps,
  { session, file, input }: AgentRequest<ReleaseReservation>,
): Promise<AskingOutcome> {
  const drafted = await draftRelease(deps, actorOfSession(session), input);
  if (!drafted.ok) return commitIntake(deps, { file, answer: denied(deps.wordRefusal(drafted.refusal)) });
  const { released, writes } = drafted.value;
  const answer = said(renderReservations(released), reservationListJson(released));
  const result = await deps.store.commit([...writes, ...intakeWrites(deps, file, answer)]);
  if (result.saved) await drawHeld(deps);
  return result.saved ? answer : 'moved';
}

export const releaseReservationVerb = verb({
  name: 'reservation.release',
  summary: 'Release files that you have reserved',
  asks: 'anyone',
  reads: false,
  input: ReleaseReservation,
  answer: async () => (await import('../../contract/answer/reservation.ts')).ReservationListAnswer,
  run: releaseReservations,
  intake: intakeRelease,
  json: reservationListJson,
});
