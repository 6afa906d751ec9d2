import { totalmem } from 'node:os';
import type { MachineMeans } from '../../domain/resource/limiter.ts';
import { findProgram } from '../process/find-program.ts';
import { findCgroup } from './cgroup.ts';
import { parseCpuList, textOf } from './proc-use.ts';
import { trySystemd } from './scope.ts';

type Env = Readonly<Record<string, string>>;

const BYTES_PER_MB = 1_048_576;

let known: Promise<MachineMeans> | undefined;

/**
 * Memoised: to try costs a few processes, and machines do not change while we run. A busy one may not have
 * answered: that is asked again.
 */
export function observeMeans(env: Env): Promise<MachineMeans> {
  known ??= tryMeans(env).then(({ means, isSure }) => {
    if (!isSure) known = undefined;
    return means;
  });
  return known;
}

async function tryMeans(env: Env): Promise<Readonly<{ means: MachineMeans; isSure: boolean }>> {
  const [cgroup, { systemd, isSure }, taskset] = await Promise.all([
    findCgroup(),
    trySystemd(env),
    findProgram(env.PATH ?? '', 'taskset'),
  ]);
  const allowed = /^Cpus_allowed_list:\s+(\S+)$/m.exec(textOf('self', 'status'))?.[1];
  const files = /^Max open files\s+\S+\s+(\d+)/m.exec(textOf('self', 'limits'))?.[1];
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const means = {
    cgroup,
    systemd,
    canPin: taskset !== null,
    canWatch: allowed !== undefined,
    cpus: allowed === undefined ? [] : parseCpuList(allowed),
    memoryMb: Math.floor(memory / BYTES_PER_MB),
    openFiles: files === undefined ? null : Number(files),
  };
  return { means, isSure };
}
