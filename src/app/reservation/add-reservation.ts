import { AddReservation } from '../../contract/reservation.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { type CaseRule, matchesEverything, parseGlob } from '../../domain/reservation/glob.ts';
import { globsOverlap } from '../../domain/reservation/glob-overlap.ts';
import {
  clashesWith,
  HELD_MOST,
  heldReservation,
  type Reservation,
} from '../../domain/reservation/reservation.ts';
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
import { noteOf } from '../draft.ts';
import type { AskTakeoverDeps } from '../participant/ask-takeover.ts';
import { type ExpireDeps, expireOthers } from '../participant/expire-silent.ts';
import { type Actor, actorOfSession, actWrite, requireActor } from '../participant/find-self.ts';
import type { ParticipantDeps } from '../participant/participant-deps.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { type DrawHeldDeps, drawHeld } from './draw-held.ts';
import { listLiveReservations } from './live-reservations.ts';

/** `observeCaseRule`: how the repository's file system tells names apart. */
export type ReservationDeps = ParticipantDeps & ExpireDeps & AskTakeoverDeps;

type AddedReservations = Readonly<{ added: readonly Reservation[]; writes: readonly Write[] }>;
type DraftDeps = DrawHeldDeps;

/** Reserves files. The first one wins; all globs of one request are reserved, or none. */
export async function addReservations(
  deps: ReservationDeps,
  input: AddReservation,
): Promise<Outcome<readonly Reservation[]>> {
  await expireOthers(deps);
  return whileStale<readonly Reservation[]>('the list of reservations', async () => {
    const actor = await requireActor(deps);
    if (!actor.ok) return actor;
    const drafted = await draftReservations(deps, actor.value, input);
    if (!drafted.ok) {
      await askAboutHolder(deps, actor.value, drafted.refusal);
      return drafted;
    }
    const { saved } = await deps.store.commit(drafted.value.writes);
    if (saved) await drawHeld(deps);
    return saved ? accept(drafted.value.added) : 'stale';
  });
}

/** A holder that is quiet in every way is put to a person. */
async function askAboutHolder(deps: AskTakeoverDeps, { id }: Actor, refusal: Refusal): Promise<void> {
  if (refusal.code !== 'reservation-taken') return;
  const { askTakeover } = await import('../participant/ask-takeover.ts');
  await askTakeover(deps, { holder: refusal.holder, wantedBy: id, wants: [refusal.held] });
}

async function draftReservations(
  deps: DraftDeps,
  actor: Actor,
  input: AddReservation,
): Promise<Outcome<AddedReservations>> {
  const rule = await deps.observeCaseRule();
  const problem = input.globs.map((glob) => problemOf(glob, input, rule)).find((one) => one !== null);
  if (problem) return refuse(problem);
  const at = deps.clock.now();
  // Before the list: one that is added between the two makes this number taken.
  const last = (await deps.store.findLastReservation())?.number ?? 0;
  const live = await listLiveReservations(deps.store, at);
  const isExclusive = !input.shared;
  const overlaps = (a: string, b: string): boolean => globsOverlap(a, b, rule);
  for (const glob of input.globs) {
    const [first] = clashesWith({ holder: actor.id, glob, isExclusive }, live, overlaps);
    if (first) {
      const { holder, glob: held, createdAt: since, expiresAt: until } = first;
      return refuse({ code: 'reservation-taken', glob, held, holder, since, until });
    }
  }
  const own = new Set(live.filter(({ holder }) => holder === actor.id).map(({ glob }) => glob));
  const fresh = [...new Set(input.globs)].filter((glob) => !own.has(glob));
  if (own.size + fresh.length > HELD_MOST)
    return refuse({ code: 'reservations-many', held: own.size, most: HELD_MOST });
  const added = fresh.map((glob, nth) =>
    heldReservation({
      number: last + nth + 1,
      holder: actor.id,
      glob,
      isExclusive,
      reason: input.reason ?? null,
      createdAt: at,
      expiresAt: input.forMs === undefined ? null : at + input.forMs,
    }),
  );
  const journalOf = ({ glob }: Reservation) => noteOf({ at, by: actor.id }, glob);
  const writes = added.map(
    (reservation): Write => ({ kind: 'add-reservation', reservation, journal: journalOf(reservation) }),
  );
  return accept({ added, writes: [actWrite(actor, at), ...writes] });
}

function problemOf(text: string, { everything }: AddReservation, rule: CaseRule): Refusal | null {
  const read = parseGlob(text, rule);
  if (!read.ok) return { code: 'glob-bad', glob: text, problem: read.problem };
  return matchesEverything(read.glob) && !everything ? { code: 'glob-everything', glob: text } : null;
}

type AskingDeps = DraftDeps & AskTakeoverDeps & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

async function intakeAdd(
  deps: AskingDeps,
  { session, file, input }: AgentRequest<AddReservation>,
): Promise<AskingOutcome> {
  const drafted = await draftReservations(deps, actorOfSession(session), input);
  if (!drafted.ok) {
    await askAboutHolder(deps, actorOfSession(session), drafted.refusal);
    return commitIntake(deps, { file, answer: denied(deps.wordRefusal(drafted.refusal)) });
  }
  const { added, writes } = drafted.value;
  const answer = said(renderReservations(added), reservationListJson(added));
  const result = await deps.store.commit([...writes, ...intakeWrites(deps, file, answer)]);
  if (result.saved) await drawHeld(deps);
  return result.saved ? answer : 'moved';
}

export const addReservationVerb = verb({
  name: 'reservation.add',
  summary: 'Reserve files, so that others know who works on them',
  asks: 'anyone',
  reads: false,
  input: AddReservation,
  answer: async () => (await import('../../contract/answer/reservation.ts')).ReservationListAnswer,
  run: addReservations,
  intake: intakeAdd,
  json: reservationListJson,
});
