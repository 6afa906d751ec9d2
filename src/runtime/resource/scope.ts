import type { ResourceLimits } from '../../domain/resource/resource-limits.ts';
import { NO_USE, type ResourceUse } from '../../domain/resource/use.ts';
import { type Execution, exec } from '../process/exec.ts';

type Env = Readonly<Record<string, string>>;
export type Manager = 'user' | 'system';

const TRIAL_MS = 3_000;
const NS_PER_MS = 1_000_000;
const BYTES_PER_KB = 1024;

/** Whose systemd starts a scope for us; null where none does. A person's own needs no right. */
export async function findManager(env: Env): Promise<Manager | null> {
  for (const manager of ['user', 'system'] as const) {
    // What is not root would be asked for a password.
    if (manager === 'system' && process.getuid?.() !== 0) return null;
    const args = [`--${manager}`, '--scope', '--quiet', '--collect', '-p', 'MemoryMax=1G', 'true'];
    const tried = await run({ program: 'systemd-run', args, env });
    if (tried?.code === 0) return manager;
  }
  return null;
}

/** The words that start a program in a scope of its own, which keeps its number and its parent. */
export const scopeWords = (
  manager: Manager,
  unit: string,
  { memoryMb, cpus, processes }: ResourceLimits,
): readonly string[] => [
  ...['systemd-run', `--${manager}`, '--scope', '--quiet', `--unit=${unit}`],
  ...(memoryMb === null ? [] : ['-p', `MemoryMax=${memoryMb}M`, '-p', 'MemorySwapMax=0']),
  ...(cpus === null ? [] : ['-p', `CPUQuota=${Math.round(cpus * 100)}%`]),
  ...(processes === null ? [] : ['-p', `TasksMax=${processes}`]),
  '--',
];

/** What systemd has noted of a scope that is over. One that ended well is forgotten by then. */
export async function observeScope(manager: Manager, unit: string, env: Env): Promise<ResourceUse> {
  const names = ['Result', 'MemoryPeak', 'CPUUsageNSec'].flatMap((name) => ['-p', name]);
  const shown = await run({ program: 'systemctl', args: [`--${manager}`, 'show', unit, ...names], env });
  return parseScope(shown?.stdout ?? '');
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
  exec({ ...command, timeoutMs: TRIAL_MS }).catch(() => null);
