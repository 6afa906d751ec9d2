import { type Hosted, isServedBy } from '../../domain/host/served-host.ts';
import { LOOP_METADATA, loopKey } from '../../domain/loop/names.ts';
import { PARTICIPANTS_KEY } from '../../domain/participant/participants-key.ts';
import { raceKey } from '../../domain/race/names.ts';
import { runKey } from '../../domain/run/names.ts';
import { scheduleKey } from '../../domain/schedule/names.ts';
import type { LiveSession } from '../../domain/session/live-session.ts';
import { holdsSlot } from '../../domain/session/session.ts';
import { hasNoTask, listWaiting } from '../session/waiting-for-slot.ts';
import type { SupervisionDeps } from '../supervise.ts';
import type { Fingerprint } from './decide-rounds.ts';

type FingerprintDeps = Pick<
  SupervisionDeps,
  'store' | 'attempts' | 'outboxes' | 'interrupts' | 'config' | 'hostId'
>;

/** What concerns more than one key: it stands in the fingerprint of each that it concerns. */
type Shared = Readonly<{
  /** What holds everything up. */
  pause: string;
  /** Changes when a slot is freed; empty while there is none. */
  slot: string;
  loops: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}>;

/**
 * One look at all that lives, for what it costs to look once: a query for each kind of row, one call for all
 * panes, and of each session the launcher, and size and time of the files that its agent writes.
 */
export async function observeLive(
  deps: FingerprintDeps,
  slotFreedAt: number,
): Promise<ReadonlyMap<string, Fingerprint>> {
  const { store, attempts, config, interrupts } = deps;
  const live = await store.listLiveBriefly();
  const isServed = (row: Hosted): boolean => isServedBy(deps, row);
  const served = live.filter(isServed);
  const files = await attempts.observeAll(served.filter(({ attempt }) => attempt > 0).map(refOf));
  const taken = live.filter(({ state }) => holdsSlot(state)).length;
  const shared = {
    pause: `${(await store.findPause())?.id ?? ''} ${(await interrupts.observe()) ?? ''}`,
    slot: taken < config.limits.sessions ? String(slotFreedAt) : '',
    loops: await observeLoops(deps, live),
    files,
  };
  return new Map([
    ...listObserved(live, config.limits.sessions, isServed).map(
      (one) => [one.id, fingerprintOf(one, shared)] as const,
    ),
    ...(await observeRuns(deps, live, shared)),
    ...[...shared.loops].map(([id, fingerprint]) => [loopKey(id), `${shared.pause} ${fingerprint}`] as const),
    ...(await store.listRaces({ isLive: true }))
      .filter(isServed)
      .map(({ id, version }) => [raceKey(id), `${shared.pause} ${version}`] as const),
    ...(await observePresences(deps)),
    ...(await store.listSchedules({ isLive: true })).map(
      ({ id, version, state }) => [scheduleKey(id), `${version} ${state}`] as const,
    ),
  ]);
}

/** Of all participants at once; nothing where there is none, and nothing is reserved. */
async function observePresences({ store }: FingerprintDeps): Promise<[string, Fingerprint][]> {
  const joined = await store.listParticipants({ state: 'active' });
  const held = await store.listReservations({ state: 'held' });
  if (joined.length === 0 && held.length === 0) return [];
  const ends = held.map(({ id, expiresAt }) => `${id} ${expiresAt}`);
  return [[PARTICIPANTS_KEY, [...joined.map(({ id, version }) => `${id} ${version}`), ...ends].join(' ')]];
}

const refOf = ({ id, attempt, runId, role }: LiveSession) => ({ sessionId: id, attempt, runId, role });

/**
 * A newcomer is observed when a slot is free; as many as there are slots. One without a task waits for none,
 * and may be told to leave.
 */
function listObserved(
  live: readonly LiveSession[],
  limit: number,
  isServed: (row: Hosted) => boolean,
): readonly LiveSession[] {
  const waiting = new Set(listWaiting(live, limit, isServed));
  const isObserved = (one: LiveSession): boolean =>
    one.state !== 'created' || hasNoTask(one) || waiting.has(one.id);
  return live.filter((one) => isServed(one) && isObserved(one));
}

const MAY_WANT_SLOT: ReadonlySet<LiveSession['state']> = new Set(['created', 'idle', 'waiting']);

function fingerprintOf(session: LiveSession, { pause, slot, loops, files }: Shared): Fingerprint {
  const { id, version, metadata, state } = session;
  const loop = loops.get(metadata[LOOP_METADATA] ?? '') ?? '';
  const wanted = MAY_WANT_SLOT.has(state) && !hasNoTask(session) ? slot : '';
  return [version, pause, loop, wanted, files.get(id) ?? ''].join(' ');
}

/** A loop lives by its sessions too, and is held up by a file. */
async function observeLoops(
  deps: FingerprintDeps,
  live: readonly LiveSession[],
): Promise<ReadonlyMap<string, string>> {
  const loops = (await deps.store.listLoops({ isLive: true })).filter((loop) => isServedBy(deps, loop));
  if (loops.length === 0) return new Map();
  const file = (await deps.interrupts.observe()) ?? '';
  const members = versionsBy(live, ({ metadata }) => metadata[LOOP_METADATA]);
  return new Map(loops.map(({ id, version }) => [id, `${version} ${members.get(id) ?? ''} ${file}`]));
}

async function observeRuns(
  deps: FingerprintDeps,
  live: readonly LiveSession[],
  { pause }: Shared,
): Promise<readonly (readonly [string, Fingerprint])[]> {
  const members = versionsBy(live, ({ runId }) => runId ?? undefined);
  const found: [string, Fingerprint][] = [];
  const runs = (await deps.store.listLiveRuns()).filter((run) => isServedBy(deps, run));
  for (const { id, version } of runs) {
    const files = await deps.outboxes.observeOfRun(id);
    found.push([runKey(id), `${version} ${pause} ${members.get(id) ?? ''} ${files}`]);
  }
  return found;
}

function versionsBy(
  live: readonly LiveSession[],
  ownerOf: (session: LiveSession) => string | undefined,
): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const session of live) {
    const owner = ownerOf(session);
    if (owner === undefined) continue;
    versions.set(owner, `${versions.get(owner) ?? ''} ${session.id}:${session.version}`);
  }
  return versions;
}
