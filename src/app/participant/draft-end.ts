import type { Outcome } from '../../domain/outcome.ts';
import { accept } from '../../domain/outcome.ts';
import {
  type Participant,
  type ParticipantPatch,
  stepParticipant,
} from '../../domain/participant/participant.ts';
import { hasLiveLease } from '../../domain/queue/lease.ts';
import { stepWork } from '../../domain/queue/work-item.ts';
import { stepReservation } from '../../domain/reservation/reservation.ts';
import type { Store, Write } from '../../store/store.ts';
import { noteOf, unwrap } from '../draft.ts';

const ITEMS_MOST = 10_000;

type Ending = Readonly<{
  event: 'leave' | 'expire' | 'take-over';
  at: number;
  by: string;
  note: string;
  patch?: ParticipantPatch;
}>;

/**
 * The writes that end a participant: its reservations are released and its items are ready again, in the same
 * commit, so that none of it is seen alone.
 */
export async function draftEnd(
  store: Store,
  participant: Participant,
  { event, at, by, note, patch = {} }: Ending,
): Promise<Outcome<readonly Write[]>> {
  const step = stepParticipant(participant, event, { at, patch });
  if (!step.ok) return step;
  const journal = noteOf({ at, by }, note);
  const held = await store.listReservations({ state: 'held', holder: participant.id });
  const claimed = await store.listWork({ states: ['claimed'] }, { limit: ITEMS_MOST });
  const own = claimed.filter((work) => work.holder === participant.id && hasLiveLease(work, at));
  return accept([
    { kind: 'step-participant', step: step.value, journal },
    ...held.map((one): Write => {
      const patch = { releaseReason: step.value.to.endReason };
      return {
        kind: 'step-reservation',
        step: unwrap(stepReservation(one, 'release', { at, patch })),
        journal,
      };
    }),
    ...own.map(
      (work): Write => ({ kind: 'step-work', step: unwrap(stepWork(work, 'lapse', { at })), journal }),
    ),
  ]);
}
