import type { Outcome } from '../domain/outcome.ts';
import type { RunReport } from '../domain/run/report.ts';
import { isLiveRun } from '../views/run-status.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';

export type AwaitedRun = Readonly<{ report: RunReport; isInTime: boolean }>;

const LOOK_AGAIN_MS = 60_000;

type RunWait = Readonly<{
  runId: string;
  timeoutMs?: number | undefined;
  /** Called whenever something may have changed. */
  tell?: (report: RunReport) => Promise<void>;
}>;

/** Waits until a run is over. Woken by the supervisor, which is started if need be. */
export async function awaitRun(
  host: Host,
  { runId, timeoutMs, tell }: RunWait,
): Promise<Outcome<AwaitedRun>> {
  const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : host.now() + timeoutMs;
  const wakes = await host.wakes();
  try {
    for (;;) {
      const report = await host.ask('run.show', { runId });
      if (!report.ok) return report;
      await tell?.(report.value);
      if (!isLiveRun(report.value.run)) return answered({ report: report.value, isInTime: true });
      const leftMs = deadline - host.now();
      if (leftMs <= 0) return answered({ report: report.value, isInTime: false });
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    wakes.close();
  }
}
