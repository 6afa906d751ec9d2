import { join } from 'node:path';
import type { App } from '../app/app.ts';
import { findTarget } from '../app/run/find-target.ts';
import { listRuns, showRun } from '../app/run/show-run.ts';
import { startRun } from '../app/run/start-run.ts';
import { killRun, stopRun } from '../app/run/stop-run.ts';
import type { SettleDeps } from '../app/settle-session.ts';
import { accept, type Outcome } from '../domain/outcome.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import type { Places } from '../runtime/project/places.ts';
import { packageDir } from './project.ts';

type RunVerbs = Pick<App, 'findTarget' | 'startRun' | 'listRuns' | 'showRun' | 'stopRun' | 'killRun'>;

/** The verbs of runs, on this machine. */
export const wireRuns = (deps: SettleDeps, places: Places): RunVerbs => ({
  findTarget: (input) => findTarget(deps, input),
  startRun: (input) =>
    startRun(
      {
        ...deps,
        findWorkflow: (name) => workflowNamed(places.root, name),
        workspacePath: (runId, role) => join(places.worktreesDir, runId, role),
      },
      input,
    ),
  listRuns: (input) => listRuns(deps, input),
  showRun: (input) => showRun(deps, input),
  stopRun: (input) => stopRun(deps, input),
  killRun: (input) => killRun(deps, input),
});

// Its reader knows YAML, which most commands do without.
async function workflowNamed(root: string, name: string): Promise<Outcome<Workflow>> {
  const { findWorkflow } = await import('../runtime/workflow/find-workflow.ts');
  const found = await findWorkflow({ root, shipped: join(packageDir(), 'workflows') }, name);
  return found.ok ? accept(found.value.workflow) : found;
}
