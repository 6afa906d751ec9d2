import { LOOP_METADATA, loopKey } from '../../domain/loop/names.ts';
import { runKey } from '../../domain/run/names.ts';
import { scheduleKey } from '../../domain/schedule/names.ts';
import type { LiveSession } from '../../domain/session/live-session.ts';
import { holdsSlot } from '../../domain/session/session.ts';
import { listWaiting } from '../session/waiting-for-slot.ts';
import type { SupervisionDeps } from '../supervise.ts';
import type { Sighting } from './decide-rounds.ts';

type SightingDeps = Pick<SupervisionDeps, 'store' | 'attempts' | 'outboxes' | 'interrupts' | 'config'>;

/** What concerns more than one key: it stands in the sighting of each that it concerns. */
type Shared = Readonly<{
  /** What holds everything up. */
  pause: string;
  /** Changes when a slot is freed; empty while there is none. */
  place: string;
  loops: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}>;

/**
 * One look at all that lives, for what it costs to look once: a query for each kind of row, one call for all
 * panes, and of each session the launcher, and size and time of the files that its agent writes.
 */
export async function observeLive(
  deps: SightingDeps,
  placeLeftAt: number,
): Promise<ReadonlyMap<string, Sighting>> {
  const { store, attempts, config } = deps;
  const live = await store.listLiveBriefly();
  const files = await attempts.observeAll(live.filter(({ attempt }) => attempt > 0).map(refOf));
  const taken = live.filter(({ state }) => holdsSlot(state)).length;
  const shared = {
    pause: (await store.findPause())?.id ?? '',
    place: taken < config.limits.sessions ? String(placeLeftAt) : '',
    loops: await observeLoops(deps, live),
    files,
  };
  return new Map([
    ...listLooked(live, config.limits.sessions).map((one) => [one.id, sightingOf(one, shared)] as const),
    ...(await observeRuns(deps, live, shared)),
    ...[...shared.loops].map(([id, sighting]) => [loopKey(id), `${shared.pause} ${sighting}`] as const),
    ...(await store.listSchedules({ isLive: true })).map(
      ({ id, version, state }) => [scheduleKey(id), `${version} ${state}`] as const,
    ),
  ]);
}

const refOf = ({ id, attempt, runId, role }: LiveSession) => ({ sessionId: id, attempt, runId, role });

/** A newcomer is looked at when there is a place for it; as many as there are places. */
function listLooked(live: readonly LiveSession[], limit: number): readonly LiveSession[] {
  const waiting = new Set(listWaiting(live, limit));
  return live.filter(({ id, state }) => state !== 'created' || waiting.has(id));
}

const MAY_WANT_PLACE: ReadonlySet<LiveSession['state']> = new Set(['created', 'idle', 'waiting']);

function sightingOf(session: LiveSession, { pause, place, loops, files }: Shared): Sighting {
  const { id, version, metadata, state } = session;
  const loop = loops.get(metadata[LOOP_METADATA] ?? '') ?? '';
  const wanted = MAY_WANT_PLACE.has(state) ? place : '';
  return [version, pause, loop, wanted, files.get(id) ?? ''].join(' ');
}

/** A loop lives by its sessions too, and is held up by a file. */
async function observeLoops(
  { store, interrupts }: SightingDeps,
  live: readonly LiveSession[],
): Promise<ReadonlyMap<string, string>> {
  const loops = await store.listLoops({ isLive: true });
  if (loops.length === 0) return new Map();
  const file = (await interrupts.observe()) ?? '';
  const members = versionsBy(live, ({ metadata }) => metadata[LOOP_METADATA]);
  return new Map(loops.map(({ id, version }) => [id, `${version} ${members.get(id) ?? ''} ${file}`]));
}

async function observeRuns(
  { store, outboxes }: SightingDeps,
  live: readonly LiveSession[],
  { pause }: Shared,
): Promise<readonly (readonly [string, Sighting])[]> {
  const members = versionsBy(live, ({ runId }) => runId ?? undefined);
  const found: [string, Sighting][] = [];
  for (const { id, version } of await store.listLiveRuns()) {
    const files = await outboxes.observeOfRun(id);
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
