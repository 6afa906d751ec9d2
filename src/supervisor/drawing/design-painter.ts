import type { DesignState } from '../../domain/run/design/design-state.ts';
import type { Run } from '../../domain/run/run.ts';
import { renderDesignReport } from '../../views/plan/design-report.ts';
import type { RoundDeps } from '../deps.ts';

/** Draws the verdicts on a design, one file each, for the run and in the folder of its plan. */
export function createDesignPainter(deps: RoundDeps): (run: Run) => Promise<void> {
  const drawn = new Map<string, number>();
  return async ({ id: runId }) => {
    const memory = await deps.store.findRunMemory(runId);
    if (memory === undefined || !('design' in memory.definition)) return;
    // The program of a design made it.
    const { reports } = (memory.state as DesignState).design;
    const { plan } = memory.definition.design;
    for (const report of reports.slice(drawn.get(runId) ?? 0)) {
      const message = await deps.store.findMessage(report.messageId);
      const text = renderDesignReport({ plan, runId, report, message: message ?? null });
      const name = `round_${report.round}.json`;
      await deps.drawings.drawRun(runId, `verification/${name}`, text);
      await deps.plans.draw(plan, `design_verification/${name}`, text);
      drawn.set(runId, report.round);
    }
  };
}
