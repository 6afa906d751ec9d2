import { readFileSync } from 'node:fs';
import { exec } from './exec.ts';
import { observeProcess } from './process-table.ts';

/** Identifies a process for ever: pids are reused, a pid with start time and boot is not. */
export type ProcessIdentity = Readonly<{ pid: number; start: string; boot: string }>;

let bootOfThisRun: string | undefined;

/** Names the time since the machine was started. */
export async function observeBoot(): Promise<string> {
  bootOfThisRun ??= await readBoot();
  return bootOfThisRun;
}

async function readBoot(): Promise<string> {
  if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  // The boot's time shifts when the clock is set; its UUID does not.
  const args = ['-n', 'kern.bootsessionuuid'];
  const env = { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' };
  return (await exec({ program: 'sysctl', args, env })).stdout.trim();
}

export async function observeIdentity(pid: number): Promise<ProcessIdentity | undefined> {
  const row = await observeProcess(pid);
  return row && !row.isZombie ? { pid, start: row.start, boot: await observeBoot() } : undefined;
}

/** False for a zombie too. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  if (identity.boot !== (await observeBoot())) return false;
  const row = await observeProcess(identity.pid);
  return row !== undefined && !row.isZombie && row.start === identity.start;
}
