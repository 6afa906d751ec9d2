import { join } from 'node:path';
import { fileStamp } from '../agent-files/file-stamp.ts';
import { observeStarts } from '../process/process-table.ts';
import { attemptFolder, paneMarkOf, sessionDirOf } from './attempt-folder.ts';
import type { AttemptRef, Attempts } from './attempts.ts';
import type { Launch } from './launches.ts';
import type { AttemptWorld } from './world.ts';

/** What is asked and sent from attempts that are over is looked for in so many of the newest. */
const ATTEMPTS_LOOKED_AT = 3;

/** What of an attempt never changes, so that it is found out once: its paths, and who launched it. */
type CachedLaunch = {
  readonly attempt: number;
  readonly files: readonly string[];
  /** Drawn by the supervisor: when it is deleted, it is drawn again. */
  readonly shown: string;
  owner: Launch['launcher'];
};

/** Whether a launcher lives, what its pane is, and the stamps of the files are looked up every time. */
export function attemptGlance(world: AttemptWorld): Attempts['observeAll'] {
  let known = new Map<string, CachedLaunch>();
  return async (refs) => {
    known = new Map(refs.map((ref) => [ref.sessionId, recall(world, ref, known.get(ref.sessionId))]));
    for (const ref of refs) {
      const one = known.get(ref.sessionId);
      if (one) one.owner ??= world.launches.find(ref)?.launcher ?? null;
    }
    const starts = await observeStarts([...known.values()].flatMap(({ owner }) => owner?.pid ?? []));
    const panes = await observePanes(world, refs.length > 0);
    const now = Date.now();
    return new Map(
      refs.map((ref) => {
        const { owner, files, shown } = known.get(ref.sessionId) ?? recall(world, ref, undefined);
        const isAlive = owner !== null && starts.get(owner.pid) === owner.start;
        const stamps = files.map((path) => fileStamp(world.files, path, now));
        const pane = panes.get(paneMarkOf(ref));
        return [
          ref.sessionId,
          [owner?.pid, isAlive, pane, world.files.hasFile(shown), ...stamps].join(' '),
        ] as const;
      }),
    );
  };
}

function recall(
  { sessionsDir }: AttemptWorld,
  ref: AttemptRef,
  before: CachedLaunch | undefined,
): CachedLaunch {
  if (before?.attempt === ref.attempt) return before;
  const { launcher, events, outboxList, output } = attemptFolder(sessionsDir, ref);
  const folders = Array.from({ length: ATTEMPTS_LOOKED_AT }, (_, back) => ref.attempt - back)
    .filter((attempt) => attempt > 0)
    .map((attempt) => attemptFolder(sessionsDir, { sessionId: ref.sessionId, attempt }))
    // Markers, results and the exit come and go in the folder itself.
    .flatMap(({ dir, ask, outbox }) => [dir, ask, outbox]);
  const shown = join(sessionDirOf(sessionsDir, ref.sessionId), 'state.json');
  const files = [launcher, events, outboxList, output, ...folders];
  return { attempt: ref.attempt, files, shown, owner: null };
}

/** All panes in one call. Where tmux does not answer, the other signs must do. */
async function observePanes({ tmux }: AttemptWorld, isNeeded: boolean): Promise<ReadonlyMap<string, string>> {
  const seen = tmux && isNeeded ? await tmux.observe().catch(() => undefined) : undefined;
  if (seen?.is !== 'serving') return new Map();
  return new Map(seen.panes.map(({ mark, id, isDead }) => [mark, isDead ? `${id} dead` : id]));
}
