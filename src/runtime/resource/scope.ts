import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { CONTROLLERS, type MachineMeans } from '../../domain/resource/limiter.ts';
import type { ResourceLimits } from '../../domain/resource/resource-limits.ts';
import { NO_USE, type ResourceUse } from '../../domain/resource/use.ts';
import { type Execution, exec } from '../process/exec.ts';

type Env = Readonly<Record<string, string>>;
type Systemd = NonNullable<MachineMeans['systemd']>;
export type Manager = Systemd['manager'];

/** A machine under load takes seconds; where no manager is, the answer comes at once. */
const ANSWER_MS = 20_000;
/** The kernel ends a process before systemd has heard of it. */
const SETTLE_MS = 3_000;
const FIRST_WAIT_MS = 5;
const MOST_WAIT_MS = 200;
const NS_PER_MS = 1_000_000;
const BYTES_PER_KB = 1024;

/** A scope takes limits that nothing holds, where its manager was not given the controllers. */
const TRIAL = ['MemoryMax=1G', 'CPUQuota=100%', 'TasksMax=1000'].flatMap((limit) => ['-p', limit]);
const SHOW_CONTROLLERS =
  'while IFS=: read -r n c path; do [ "$n" != 0 ] || cat "/sys/fs/cgroup$path/cgroup.controllers"; ' +
  'done < /proc/self/cgroup 2> /dev/null';

/** `isSure`: false where systemd did not answer in time, and may do so later. */
export type TriedSystemd = Readonly<{ systemd: Systemd | null; isSure: boolean }>;

/** Whose systemd starts a scope for us; null where none does. A person's own needs no right. */
export async function trySystemd(env: Env, answerMs = ANSWER_MS): Promise<TriedSystemd> {
  let isSure = true;
  for (const manager of ['user', 'system'] as const) {
    // What is not root would be asked for a password.
    if (manager === 'system' && process.getuid?.() !== 0) break;
    const args = [`--${manager}`, '--scope', '--quiet', '--collect', ...TRIAL, '--', '/bin/sh'];
    const trial = { program: 'systemd-run', args: [...args, '-c', SHOW_CONTROLLERS], env };
    const tried = await exec({ ...trial, timeoutMs: answerMs }).catch((fault: unknown) => {
      if (fault instanceof Fault && fault.code === 'systemd-run-timeout') isSure = false;
      return null;
    });
    const words = tried?.stdout.trim().split(/\s+/) ?? [];
    const controllers = CONTROLLERS.filter((controller) => words.includes(controller));
    if (controllers.length > 0) return { systemd: { manager, controllers }, isSure: true };
  }
  return { systemd: null, isSure };
}

/** The words that start a program in a scope of its own, which keeps its number and its parent. */
export const scopeWords = (
  manager: Manager,
  unit: string,
  { memoryMb, cpus, processes }: ResourceLimits,
): readonly string[] => [
  ...['systemd-run', `--${manager}`, '--scope', '--quiet', `--unit=${unit}`],
  `--description=${unit.replace(/\.scope$/, '')}`,
  ...(memoryMb === null ? [] : ['-p', `MemoryMax=${memoryMb}M`, '-p', 'MemorySwapMax=0']),
  ...(cpus === null ? [] : ['-p', `CPUQuota=${Math.round(cpus * 100)}%`]),
  ...(processes === null ? [] : ['-p', `TasksMax=${processes}`]),
  '--',
];

/** What systemd has noted of a scope that is over. One that ended well is forgotten by then. */
export async function observeScope(manager: Manager, unit: string, env: Env): Promise<ResourceUse> {
  const names = ['ActiveState', 'Result', 'MemoryPeak', 'CPUUsageNSec'].flatMap((name) => ['-p', name]);
  const args = [`--${manager}`, 'show', unit, ...names];
  const deadline = Date.now() + SETTLE_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)) {
    const shown = (await run({ program: 'systemctl', args, env }))?.stdout ?? '';
    const isOver = !/^ActiveState=(active|deactivating)$/m.test(shown);
    if (isOver || Date.now() >= deadline) return parseScope(shown);
    await sleep(waitMs);
  }
}

export function parseScope(text: string): ResourceUse {
  const textOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const numberOf = (name: string, unit: number): number | null =>
    /^\d{1,15}$/.test(textOf(name)) ? Math.ceil(Number(textOf(name)) / unit) : null;
  return {
    ...NO_USE,
    cpuMs: numberOf('CPUUsageNSec', NS_PER_MS),
    peakKb: numberOf('MemoryPeak', BYTES_PER_KB),
    isOutOfMemory: textOf('Result') === 'oom-kill',
  };
}

/** A scope that failed stays until it is let go. */
export async function ensureScopeGone(manager: Manager, unit: string, env: Env): Promise<void> {
  await run({ program: 'systemctl', args: [`--${manager}`, 'reset-failed', unit], env });
}

/** Null where there is no such program, or it does not answer. */
const run = (command: { program: string; args: readonly string[]; env: Env }): Promise<Execution | null> =>
  exec({ ...command, timeoutMs: ANSWER_MS }).catch(() => null);
