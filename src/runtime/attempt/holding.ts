import { createHash } from 'node:crypto';
import { limitsBy, type Means } from '../../domain/resource/limiter.ts';
import { NO_RESOURCE_LIMITS, type ResourceLimits } from '../../domain/resource/resource-limits.ts';
import { joinUse, NO_USE, type ResourceUse } from '../../domain/resource/use.ts';
import { findDescendants } from '../process/descendants.ts';
import { observeProcessesLately } from '../process/process-table.ts';
import {
  ensureCgroup,
  ensureCgroupGone,
  findGroupOf,
  readCgroupLimits,
  readCgroupUse,
} from '../resource/cgroup.ts';
import type { Holding } from '../resource/holding.ts';
import { planHolding } from '../resource/limiter-words.ts';
import { observeProcessLimits, observeUseOf } from '../resource/proc-use.ts';
import { ensureScopeGone, observeScope } from '../resource/scope.ts';
import { attemptFolder } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import { readExit } from './claim.ts';
import type { Launch } from './launches.ts';
import { findAgentPid, observeMembers } from './members.ts';
import type { AttemptWorld } from './world.ts';

const KB_PER_MB = 1024;
/** What is only counted is looked at so often, however many attempts are counted. */
const COUNTED_EVERY_MS = 1_000;
/** A peak that grew by less is not worth a write. */
const NEWS_SHARE = 1.02;

/** Decides what holds the limits of an attempt; null where it has none. Makes nothing yet. */
export async function holdingOf(
  world: AttemptWorld,
  ref: AttemptRef,
  limits: ResourceLimits | null,
): Promise<Holding | null> {
  if (limits === null) return null;
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  // Sessions of other projects may have the same ids.
  const name = `swarm-${hash(world.sessionsDir).slice(0, 8)}-${ref.sessionId}-${ref.attempt}`;
  return planHolding(limits, await world.observeMeans(), { name, seed: hash(ref.sessionId) });
}

/** The group is there, with its limits, before anything can be put into it. */
export function ensureHolding({ limits, limiter, cgroup }: Holding): void {
  if (cgroup === null) return;
  ensureCgroup(cgroup, limitsBy('cgroup', { limits, limiter }));
}

/** What the attempt has used so far, as this look and those before it tell. Changes nothing. */
export async function observeUse(world: AttemptWorld, ref: AttemptRef): Promise<ResourceUse> {
  const launch = world.launches.find(ref);
  if (launch === undefined) return NO_USE;
  const exit = readExit(world.files, attemptFolder(world.sessionsDir, ref).exit);
  const seen = exit === undefined ? await lookAtUse(world, ref, launch) : counted(launch.held);
  const told = { ...NO_USE, cpuMs: exit?.cpuMs ?? null };
  return joinUse(joinUse(launch.use ?? NO_USE, told), seen);
}

const counted = (held: Holding | undefined): ResourceUse =>
  held?.cgroup ? readCgroupUse(held.cgroup) : NO_USE;

/** The kernel's own count where the attempt is in a group, else what its processes show. */
async function lookAtUse(world: AttemptWorld, ref: AttemptRef, { held }: Launch): Promise<ResourceUse> {
  const group = await findGroup(world, ref, held);
  const kernel = group === null ? NO_USE : readCgroupUse(group);
  if (kernel.peakKb !== null) return kernel;
  const limitMb = held?.limiter.memoryMb === 'watch' ? held.limits.memoryMb : null;
  const pids = await (limitMb === null ? descendantsOf(world, ref) : membersOf(world, ref));
  const looked = observeUseOf(pids, limitMb === null ? null : limitMb * KB_PER_MB);
  // What a scope holds is not held again by a sum that counts shared memory often.
  return joinUse(kernel, held?.limiter.memoryMb === 'systemd' ? { ...looked, nowKb: null } : looked);
}

/** Its own group; that of a scope is there as long as a process is in it. */
async function findGroup(
  world: AttemptWorld,
  ref: AttemptRef,
  held: Holding | undefined,
): Promise<string | null> {
  if (!held?.scope) return held?.cgroup ?? null;
  const pid = await findAgentPid(world, ref);
  return pid === null ? null : findGroupOf(pid, held.scope.unit);
}

/** All that belongs to it, whatever has left its parent: for a limit that is to be held. */
const membersOf = async (world: AttemptWorld, ref: AttemptRef): Promise<readonly number[]> =>
  (await observeMembers(world, ref)).agents.map(({ pid }) => pid);

/** A cheaper look, for what is only counted. */
async function descendantsOf(world: AttemptWorld, ref: AttemptRef): Promise<readonly number[]> {
  const pid = await findAgentPid(world, ref);
  if (pid === null) return [];
  const roots = { pids: [pid], isMarked: () => false, spared: new Set<number>() };
  return findDescendants(await observeProcessesLately(COUNTED_EVERY_MS), roots).map((row) => row.pid);
}

/** Looks, and keeps what is new: after the end most of it cannot be seen any more. */
export async function ensureUseNoted(
  world: AttemptWorld,
  ref: AttemptRef,
): Promise<ResourceUse & Readonly<{ limitMb: number | null }>> {
  const use = await observeUse(world, ref);
  const launch = world.launches.find(ref);
  const noted = { ...use, limitMb: launch?.held?.limits.memoryMb ?? null };
  if (launch === undefined || use.peakKb === null) return noted;
  const isNews =
    use.peakKb > (launch.use?.peakKb ?? 0) * NEWS_SHARE ||
    use.isOutOfMemory !== (launch.use?.isOutOfMemory ?? false);
  if (isNews) world.launches.save(ref, { ...launch, use });
  return noted;
}

/** Once nothing of the attempt is left: its group is read for the last time, and removed. */
export async function ensureHoldingGone(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const { held } = world.launches.find(ref) ?? {};
  if (!held || (held.cgroup === null && held.scope === null)) return;
  const seen = await observeUse(world, ref);
  const told = held.scope ? await observeScope(held.scope.manager, held.scope.unit, world.env) : NO_USE;
  const launch = world.launches.find(ref);
  if (launch) world.launches.save(ref, { ...launch, use: joinUse(seen, told) });
  if (held.scope) await ensureScopeGone(held.scope.manager, held.scope.unit, world.env);
  releaseHolding(launch);
}

/** A process that has left the attempt may still be in its group, which then stays until that has ended. */
export function releaseHolding(launch: Launch | undefined): void {
  if (launch?.held?.cgroup) ensureCgroupGone(launch.held.cgroup);
}

/** The limits that hold for its process now, as the system tells; null where none do. */
export async function observeHolding(world: AttemptWorld, ref: AttemptRef): Promise<Holding | null> {
  const { held } = world.launches.find(ref) ?? {};
  const pid = held ? await findAgentPid(world, ref) : null;
  if (!held || pid === null) return null;
  const ofProcess = observeProcessLimits(pid);
  const group = await findGroup(world, ref, held);
  const ofGroup = group === null ? NO_RESOURCE_LIMITS : readCgroupLimits(group);
  const { limits, limiter } = held;
  const seen = (resource: 'memoryMb' | 'cpus' | 'processes'): number | null =>
    isInGroup(limiter[resource]) ? ofGroup[resource] : limits[resource];
  return {
    ...held,
    limits: {
      memoryMb: seen('memoryMb'),
      cpus: limiter.cpus === 'affinity' ? ofProcess.cpus : seen('cpus'),
      processes: seen('processes'),
      openFiles: limits.openFiles === null ? null : ofProcess.openFiles,
    },
  };
}

const isInGroup = (means: Means | null): boolean => means === 'cgroup' || means === 'systemd';
