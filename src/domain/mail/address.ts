import { nearest } from '../config/nearest.ts';
import { accept, type Outcome, refuse } from '../outcome.ts';

/** One who can get mail: a participant, or a session of ours that is not over. */
export type Party = Readonly<{
  id: string;
  baseName: string;
  display: string;
  role: string | null;
  runId: string | null;
  track: string | null;
}>;

type Sender = Readonly<{ id: string; runId: string | null }>;

export const ALL = 'all';
const TRACK = 'track:';

/** Who is meant by these addresses, each once and never the sender, in the order of the parties. */
export function resolveAddresses<P extends Party>(
  addresses: readonly string[],
  parties: readonly P[],
  sender: Sender,
): Outcome<readonly P[]> {
  const ids = new Set<string>();
  for (const address of addresses) {
    const meant = resolveOne(address, parties, sender);
    if (!meant.ok) return meant;
    for (const { id } of meant.value) ids.add(id);
  }
  return accept(parties.filter(({ id }) => ids.has(id)));
}

function resolveOne<P extends Party>(
  address: string,
  parties: readonly P[],
  sender: Sender,
): Outcome<readonly P[]> {
  const others = parties.filter(({ id }) => id !== sender.id);
  if (address === ALL) return others.length === 0 ? refuse(noRecipients(null, [])) : accept(others);
  if (address.startsWith(TRACK)) return onTrack(address.slice(TRACK.length), others);
  return named(address, parties, sender);
}

function onTrack<P extends Party>(track: string, others: readonly P[]): Outcome<readonly P[]> {
  const found = others.filter((one) => one.track === track);
  if (found.length > 0) return accept(found);
  const known = others.flatMap((one) => (one.track === null ? [] : [one.track]));
  return refuse(noRecipients(track, [...new Set(known)]));
}

const noRecipients = (track: string | null, tracks: readonly string[]) =>
  ({ code: 'no-recipients', track, tracks }) as const;

// What is more exact wins: an id, then a shown name, a name or a role as written, then in any case.
const READINGS: readonly ((one: Party, name: string) => boolean)[] = [
  ({ id }, name) => id === name,
  ({ display }, name) => display === name,
  ({ baseName, role }, name) => baseName === name || role === name,
  ({ baseName, role }, name) =>
    baseName.toLowerCase() === name.toLowerCase() || role?.toLowerCase() === name.toLowerCase(),
];

function named<P extends Party>(name: string, parties: readonly P[], sender: Sender): Outcome<readonly P[]> {
  for (const reads of READINGS) {
    const found = preferRun(
      parties.filter((one) => reads(one, name)),
      sender,
    );
    const others = found.filter(({ id }) => id !== sender.id);
    if (found.length > 0 && others.length === 0) return refuse({ code: 'mail-to-self', name });
    if (others.length === 1) return accept(others);
    if (others.length > 1)
      return refuse({ code: 'recipient-ambiguous', name, ids: others.map(({ id }) => id) });
  }
  return refuse({ code: 'recipient-unknown', name, near: nearNames(name, parties) });
}

/** Short names, or ids where none of those is near. */
function nearNames(name: string, parties: readonly Party[]): readonly string[] {
  const names = parties.flatMap(({ baseName, role }) => (role === null ? [baseName] : [baseName, role]));
  const near = nearest(name, [...new Set(names)]);
  return near.length > 0
    ? near
    : nearest(
        name,
        parties.map(({ id }) => id),
      );
}

/** A role is one of the sender's own run before it is one of another. */
function preferRun<P extends Party>(found: readonly P[], { runId }: Sender): readonly P[] {
  const own = found.filter((one) => runId !== null && one.runId === runId);
  return own.length > 0 ? own : found;
}
