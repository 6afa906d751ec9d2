import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { VerbDeps } from '../app/deps.ts';
import { addWork } from '../app/queue/add-work.ts';
import { claimWork } from '../app/queue/claim-work.ts';
import { importWork } from '../app/queue/import-work.ts';
import { exportWork, listWork } from '../app/queue/list-work.ts';
import { nextWork } from '../app/queue/next-work.ts';
import type { QueueDeps } from '../app/queue/queue-deps.ts';
import type { QueueVerbs } from '../app/queue/queue-verbs.ts';
import { reorderWork } from '../app/queue/reorder-work.ts';
import { failWork, finishWork, releaseWork, reportWork } from '../app/queue/settle-work.ts';
import { showWork } from '../app/queue/show-work.ts';
import type { Config } from '../contract/config.ts';
import { beadsQueue } from '../runtime/queue/beads-queue.ts';
import { type Env, textsOf } from './project.ts';

export type QueuePlace = Readonly<{ root: string; env: Env }>;

/** What verbs of the queue need of this machine. */
export function queueHands(
  { root, env }: QueuePlace,
  { queue }: Pick<Config, 'queue'>,
): Pick<QueueDeps, 'hasFile' | 'outside'> {
  const hasFile = async (path: string): Promise<boolean> =>
    (await stat(resolve(root, path)).catch(() => null))?.isFile() ?? false;
  return { hasFile, outside: queue.source === 'beads' ? beadsQueue({ root, env: textsOf(env) }) : null };
}

export const queueDeps = (verbDeps: VerbDeps, place: QueuePlace): QueueDeps => ({
  ...verbDeps,
  ...queueHands(place, verbDeps.config),
});

/** The queue of one project. */
export function queueVerbs(verbDeps: VerbDeps, place: QueuePlace): QueueVerbs {
  const deps = queueDeps(verbDeps, place);
  return {
    addWork: (input) => addWork(deps, input),
    listWork: (input) => listWork(deps, input),
    showWork: (input) => showWork(deps, input),
    nextWork: (input) => nextWork(deps, input),
    claimWork: (input) => claimWork(deps, input),
    releaseWork: (input) => releaseWork(deps, input),
    finishWork: (input) => finishWork(deps, input),
    failWork: (input) => failWork(deps, input),
    reportWork: (input) => reportWork(deps, input),
    reorderWork: (input) => reorderWork(deps, input),
    importWork: (input) => importWork(deps, input),
    exportWork: (input) => exportWork(deps, input),
  };
}
