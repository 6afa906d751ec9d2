import { statfsSync } from 'node:fs';
import { hasWork } from '../app/supervisor/has-work.ts';
import { FULL_DISK, RESERVE_BYTES } from '../domain/disk/room.ts';
import { isLocked } from '../runtime/lock/acquire-lock.ts';
import { observeLockHolder } from '../runtime/supervisor/lock-holder.ts';
import { isStoppedByPerson } from '../runtime/supervisor/stop-mark.ts';
import type { OpenedApp } from './wire.ts';

type Reader = Readonly<{ mayStart: () => Promise<boolean>; warn: (text: string) => void }>;

const NOT_SERVED = '⚠️  No supervisor is running: what is shown may be out of date';

const stoppedWords = (pid: number | null): string => {
  const remedy = `Let it go on: kill -CONT ${pid}`;
  return `⚠️  The supervisor (pid ${pid}) is stopped: what is shown may be out of date. ${remedy}\n`;
};

/**
 * Rows tell what was last known; only a supervisor keeps them true. A read says so when there is none, and
 * starts one without waiting for it: in a project where this person has worked before, unless the person
 * stopped it.
 */
export async function serveReads(opened: OpenedApp, { mayStart, warn }: Reader): Promise<void> {
  const { paths, isTrusted } = opened.project;
  // Without trust no folder of Swarm's is made.
  const { bavail, bsize } = statfsSync(isTrusted ? paths.swarmDir : paths.root);
  if (bavail * bsize < RESERVE_BYTES) warn(`⚠️  ${FULL_DISK}\n`);
  if (isLocked(paths.lockFile)) return tellIfStopped(opened.project, warn);
  if (!(await hasWork(opened.project))) return;
  const isKeptDown = isStoppedByPerson(paths) || !isTrusted || !(await mayStart());
  if (isKeptDown) return warn(`${NOT_SERVED}. Start one: swarm supervisor start\n`);
  warn(`${NOT_SERVED}. Starting one (--no-start only looks)\n`);
  await opened.launchSupervisor();
}

/** To find who holds the lock takes milliseconds, as the kernel lists all locks: only for live rows. */
async function tellIfStopped(
  { store, paths }: Pick<OpenedApp['project'], 'store' | 'paths'>,
  warn: (text: string) => void,
): Promise<void> {
  if ((await store.listLiveBriefly()).length === 0) return;
  const holder = observeLockHolder(paths.lockFile);
  if (holder?.isStopped) warn(stoppedWords(holder.pid));
}
