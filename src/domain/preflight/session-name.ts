/** A name of an agent with the time of its start: `BlueLake-1735689600123`, or in seconds. */
const STAMPED = /^(.+)-(\d{10}|\d{13})$/;
const SECOND_MS = 1000;

export type SessionName = Readonly<{ base: string; createdAt: number | null }>;

export function parseSessionName(name: string): SessionName {
  const [, base, stamp] = STAMPED.exec(name) ?? [];
  if (base === undefined || stamp === undefined) return { base: name, createdAt: null };
  return { base, createdAt: Number(stamp) * (stamp.length === 10 ? SECOND_MS : 1) };
}

/** `BlueLake (session 10:30)`, by the clock on the wall. */
export function displayName(base: string, createdAt: number): string {
  const created = new Date(createdAt);
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${base} (session ${two(created.getHours())}:${two(created.getMinutes())})`;
}
