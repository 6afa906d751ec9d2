import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';
import { observeProcess, type ProcessRow } from './process-table.ts';

/**
 * Signals one process. It looks again right before, so that a process which took over the number is never
 * hit. False when the process is gone.
 */
export async function sendSignalTo(
  target: Pick<ProcessRow, 'pid' | 'start'>,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const row = await observeProcess(target.pid);
  if (!row || row.isZombie || row.start !== target.start) return false;
  try {
    return process.kill(target.pid, signal);
  } catch (error) {
    if (errnoOf(error) === 'ESRCH') return false;
    throw new Fault('signal-failed', `Could not signal process ${target.pid}`, { cause: error });
  }
}
