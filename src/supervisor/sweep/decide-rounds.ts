/** What was seen of a key at a glance, as one text: where two looks see the same, nothing has changed. */
export type Fingerprint = string;

/** The last round of a key that came to rest. */
export type RoundRecord = Readonly<{
  /** Seen before the round began; null when nothing was. */
  fingerprint: Fingerprint | null;
  at: number;
  restUntil: number | null;
}>;

type SweepFacts = Readonly<{
  fingerprints: ReadonlyMap<string, Fingerprint>;
  records: ReadonlyMap<string, RoundRecord>;
  now: number;
}>;

/** Every key has a round at least this often, whatever was seen of it. */
export const LONGEST_REST_MS = 5 * 60_000;

/** Who needs a round: what differs from what the last round knew, what is due, and now and then all. */
export function decideRounds({ fingerprints, records, now }: SweepFacts): string[] {
  return [...fingerprints].flatMap(([key, fingerprint]) =>
    isDue(key, fingerprint, { record: records.get(key), now }) ? [key] : [],
  );
}

type Past = Readonly<{ record: RoundRecord | undefined; now: number }>;

function isDue(key: string, fingerprint: Fingerprint, { record, now }: Past): boolean {
  if (record === undefined || record.fingerprint !== fingerprint) return true;
  // A timer may be lost or late, as after a machine has slept.
  const isLate = record.restUntil !== null && record.restUntil <= now;
  return isLate || windowOf(key, record.at) !== windowOf(key, now);
}

/** Each key has a phase of its own: one whole round a window, and keys that began together spread out. */
const windowOf = (key: string, at: number): number => Math.floor(at / LONGEST_REST_MS + shareOf(key));

const SHARES = 997;

function shareOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (31 * hash + key.charCodeAt(at)) % 1_000_003;
  return (hash % SHARES) / SHARES;
}
