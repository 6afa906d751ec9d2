import type { VerbDeps } from '../deps.ts';
import type { ReservationDeps } from '../reservation/add-reservation.ts';

/** What programs outside of Swarm tell of who is at work; each answers within the same limit of time. */
export type OutsideNews = Readonly<{
  /** An inbox of mails as JSON; null when there is none to read. */
  inbox: string | null;
  /** A list of claimed work as JSON, in the format of `bd list`; null when there is none to read. */
  claims: string | null;
  warnings: readonly string[];
}>;

/** Who looks, as others are told. */
export type Introduction = Readonly<{ id: string; base: string; body: string }>;

/** What a look needs. A supervisor's round leaves programs outside alone: it must not wait for them. */
export type LookDeps = Omit<ReservationDeps, 'by' | 'ids'> & Partial<Pick<PreflightDeps, 'observeOutside'>>;

export type PreflightDeps = ReservationDeps &
  Pick<VerbDeps, 'config'> &
  Readonly<{
    /** Never fails and never takes longer than its limit: what could not be asked is a warning. */
    observeOutside: (self: Introduction | null) => Promise<OutsideNews>;
  }>;
