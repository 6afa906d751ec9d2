import { readFileSync } from 'node:fs';
import { NO_USE, type ResourceUse } from '../../domain/resource/use.ts';

/** Kilobytes of one process, as the kernel tells. */
type Memory = Readonly<{ rssKb: number; privateKb: number; peakKb: number }>;

// The unit of times in /proc/<pid>/stat is the same on all that runs Node.
const MS_PER_TICK = 10;

/**
 * What these processes use together. Memory that several share is counted once where the kernel says how much
 * that is, which takes it long: `limitKb` says from where on it must be told.
 */
export function observeUseOf(pids: readonly number[], limitKb: number | null): ResourceUse {
  const seen = pids.flatMap(memoryOf);
  if (seen.length === 0) return NO_USE;
  const rssKb = sum(seen.map((one) => one.rssKb));
  const nowKb = limitKb !== null && rssKb > limitKb ? sum(pids.map(shareOf)) : rssKb;
  const privateKb = sum(seen.map((one) => one.privateKb));
  const largest = Math.max(...seen.map((one) => one.peakKb));
  const cpuMs = sum(pids.map(cpuOf));
  return { ...NO_USE, cpuMs, nowKb, peakKb: Math.max(largest, privateKb, limitKb === null ? 0 : nowKb) };
}

function memoryOf(pid: number): readonly Memory[] {
  const text = textOf(pid, 'status');
  const kb = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
  const rssKb = kb('VmRSS');
  return rssKb === 0 ? [] : [{ rssKb, privateKb: kb('RssAnon'), peakKb: kb('VmHWM') }];
}

/** Its share of what it shares; all of it where that may not be read. */
function shareOf(pid: number): number {
  const found = /^Pss:\s+(\d+) kB$/m.exec(textOf(pid, 'smaps_rollup'))?.[1];
  return found === undefined ? (memoryOf(pid)[0]?.rssKb ?? 0) : Number(found);
}

/** Its own time, and that of children which it has waited for. */
function cpuOf(pid: number): number {
  const text = textOf(pid, 'stat');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return sum(fields.slice(11, 15).map(Number)) * MS_PER_TICK;
}

/** How many CPUs a process is kept to, and how many files it may open; null where that is not told. */
export function observeProcessLimits(
  pid: number,
): Readonly<{ cpus: number | null; openFiles: number | null }> {
  const allowed = /^Cpus_allowed_list:\s+(\S+)$/m.exec(textOf(pid, 'status'))?.[1];
  const files = /^Max open files\s+\d+\s+(\d+)/m.exec(textOf(pid, 'limits'))?.[1];
  return {
    cpus: allowed === undefined ? null : parseCpuList(allowed).length,
    openFiles: files === undefined ? null : Number(files),
  };
}

/** "0-2,5" */
export const parseCpuList = (text: string): readonly number[] =>
  text.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = /^\d+(-\d+)?$/.test(part) ? part.split('-').map(Number) : [];
    return Number.isInteger(first) && last >= first
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
      : [];
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Empty for a process that has ended, and where there is no /proc. */
export function textOf(pid: number | 'self', file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
