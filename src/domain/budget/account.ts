/** Money in millionths of a dollar, so that sums are exact, and tokens, those read and those written. */
export type Amount = Readonly<{ microUsd: number; tokens: number }>;
export type Unit = keyof Amount;
/** Null: no limit. */
export type Limits = Readonly<Record<Unit, number | null>>;

/** The account of one budget. A row that is not there yet is an empty account. */
export type Account = Readonly<{
  /** `session:<id>`, `run:<id>`, `race:<id>` or `day:<date>`. */
  name: string;
  spent: Amount;
  /** Set aside for turns in progress. */
  reserved: Amount;
  /** What a person added to the limit. */
  raised: Amount;
  /** A warning was sent that the limit is near. */
  isWarned: boolean;
}>;

export const UNITS: readonly Unit[] = ['microUsd', 'tokens'];
export const NOTHING: Amount = { microUsd: 0, tokens: 0 };
export const NO_LIMITS: Limits = { microUsd: null, tokens: null };

export const emptyAccount = (name: string): Account => ({
  name,
  spent: NOTHING,
  reserved: NOTHING,
  raised: NOTHING,
  isWarned: false,
});

const MICRO = 1_000_000;
export const toMicroUsd = (usd: number): number => Math.round(usd * MICRO);
export const toUsd = (microUsd: number): number => microUsd / MICRO;

export const isNothing = ({ microUsd, tokens }: Amount): boolean => microUsd === 0 && tokens === 0;

export const plus = (one: Amount, other: Amount): Amount => ({
  microUsd: one.microUsd + other.microUsd,
  tokens: one.tokens + other.tokens,
});

export const minus = (one: Amount, other: Amount): Amount => ({
  microUsd: one.microUsd - other.microUsd,
  tokens: one.tokens - other.tokens,
});

const DATE_CHARS = 10;

/** The day of a moment, which begins at midnight UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, DATE_CHARS);

type Owner = Readonly<{
  id: string;
  runId: string | null;
  raceId: string | null;
  ancestors: readonly string[];
  payingRunId: string | null;
  payingRaceId: string | null;
}>;

export const sessionAccount = ({ id }: Pick<Owner, 'id'>): string => `session:${id}`;
export const runAccount = (runId: string): string => `run:${runId}`;
export const raceAccount = (raceId: string): string => `race:${raceId}`;
export const isRaceAccount = (name: string): boolean => name.startsWith(raceAccount(''));
export const dayAccount = (day: string): string => `day:${day}`;
export const isDayAccount = (name: string): boolean => name.startsWith(dayAccount(''));

/** The run that pays for a session: its own, or that of one above it. */
export const payingRun = ({ runId, payingRunId }: Pick<Owner, 'runId' | 'payingRunId'>): string | null =>
  runId ?? payingRunId;

/** The race whose budget pays for it, in the same way. */
export const payingRace = ({ raceId, payingRaceId }: Pick<Owner, 'raceId' | 'payingRaceId'>): string | null =>
  raceId ?? payingRaceId;

/** Every account that a session of that day pays from, always in the same order: those above it pay too. */
export function accountsOf(session: Owner, day: string): readonly string[] {
  const runId = payingRun(session);
  const raceId = payingRace(session);
  return [
    sessionAccount(session),
    ...session.ancestors.map((id) => sessionAccount({ id })),
    ...(runId === null ? [] : [runAccount(runId)]),
    ...(raceId === null ? [] : [raceAccount(raceId)]),
    dayAccount(day),
  ];
}
