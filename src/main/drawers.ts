import { join } from 'node:path';
import { realClock } from '../runtime/clock/real-clock.ts';
import { writeAtomic } from '../runtime/files/write-atomic.ts';
import { iterationLog } from '../runtime/log/iteration-log.ts';
import { orchestratorLog, weekBegan } from '../runtime/log/orchestrator-log.ts';
import type { Store } from '../store/store.ts';
import { createMetricsDrawer } from '../supervisor/drawing/draw-metrics.ts';
import { createLogWriter } from '../supervisor/drawing/write-log.ts';
import { renderIterationLines } from '../views/iteration-log.ts';
import { leastLevelOf, logLinesFrom } from '../views/log-line.ts';
import type { Project } from './project.ts';

export type Drawers = Readonly<{
  /** Rows have changed. */
  touch: () => void;
  stop: () => Promise<void>;
}>;

/** What shows the whole project: its log, the log of its loops, its metrics. */
export function createDrawers(
  { paths, config }: Project,
  store: Store,
  onFault: (error: unknown) => void,
): Drawers {
  const common = { store, now: realClock.now, weekBegan };
  const writeLog = createLogWriter({
    ...common,
    file: orchestratorLog(paths.logsDir, { keptDays: config.log.retentionDays }),
    renderLine: logLinesFrom(leastLevelOf(config)),
  });
  const writeIterations = createLogWriter({
    ...common,
    file: iterationLog(paths.swarmDir),
    renderLine: renderIterationLines,
  });
  const metrics = createMetricsDrawer({
    store,
    clock: realClock,
    draw: (text) => writeAtomic(join(paths.swarmDir, 'metrics.json'), text),
    onFault,
  });
  return {
    touch: () => {
      writeLog().catch(onFault);
      writeIterations().catch(onFault);
      metrics.touch();
    },
    stop: () => metrics.stop(),
  };
}
