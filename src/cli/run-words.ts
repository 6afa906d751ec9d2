import type { ValueOf } from '../app/verbs.ts';
import { isLiveRun, renderRunStatus } from '../views/run-status.ts';
import type { Style } from '../views/style.ts';

/** How long a command stays until a run that is being ended has ended. */
export const END_LIMIT_MS = 90_000;

export function renderStopped({ report: { run: ended }, wasOver }: ValueOf<'run.stop'>): string {
  if (wasOver) return `ℹ️ Run ${ended.id} was over already (${ended.state})\n`;
  if (isLiveRun(ended)) return `⏳ Run ${ended.id} is being ended; look again: swarm status ${ended.id}\n`;
  return `✅ Run ${ended.id} is ${ended.state}\n`;
}

export function renderResumed(resumed: ValueOf<'run.resume'>, style: Style): string {
  const { report, woken, supervisor } = resumed;
  const { pid, started } = supervisor;
  const supervised = `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n`;
  const awake = woken.map((id) => `✅ Session ${id} is woken\n`).join('');
  return `${supervised}${awake}\n${renderRunStatus(report, style)}`;
}
