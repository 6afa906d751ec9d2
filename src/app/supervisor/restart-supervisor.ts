import { StopSupervisor } from '../../contract/supervisor.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';

type Restarted = Readonly<{ pid: number; wasRunning: boolean }>;

/** The next one has the environment of this command, and adopts what is at work. */
export async function restartSupervisor(
  { supervisor }: SupervisorDeps,
  { timeoutMs }: StopSupervisor,
): Promise<Outcome<Restarted>> {
  const stopped = await supervisor.ensureStopped(timeoutMs);
  if (stopped === false) return refuse({ code: 'supervisor-stays', timeoutMs });
  const { pid } = await supervisor.ensureRunning();
  return accept({ pid, wasRunning: stopped !== null });
}

export const restartSupervisorVerb = verb({
  name: 'supervisor.restart',
  summary: 'Replace the supervisor by one with the environment of this shell; agents keep working',
  asks: 'person',
  reads: false,
  input: StopSupervisor,
  answer: async () => (await import('../../contract/answer/supervisor.ts')).RestartedSupervisorAnswer,
  run: restartSupervisor,
  json: ({ pid, wasRunning }) => ({ pid, was_running: wasRunning }),
});
