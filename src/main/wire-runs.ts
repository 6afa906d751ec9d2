import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { App } from '../app/app.ts';
import { type CleanRunDeps, cleanRun } from '../app/run/clean-run.ts';
import { exportRun } from '../app/run/export-run.ts';
import { findTarget } from '../app/run/find-target.ts';
import { openRole } from '../app/run/open-role.ts';
import { postMessage } from '../app/run/post-message.ts';
import { requeueMessage } from '../app/run/requeue-message.ts';
import { listRunMessages, showMessage } from '../app/run/run-messages.ts';
import { listRuns, showRun } from '../app/run/show-run.ts';
import { startRun } from '../app/run/start-run.ts';
import { killRun, stopRun } from '../app/run/stop-run.ts';
import type { SettleDeps } from '../app/session/resolve-session.ts';
import { accept, type Outcome } from '../domain/outcome.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { realBlobs } from '../runtime/files/blobs.ts';
import { unlessMissing } from '../runtime/files/file-fault.ts';
import type { Places } from '../runtime/project/places.ts';
import { packageDir } from './project.ts';

export type RunVerbs = Pick<
  App,
  | 'findTarget'
  | 'startRun'
  | 'listRuns'
  | 'showRun'
  | 'stopRun'
  | 'killRun'
  | 'openRole'
  | 'postMessage'
  | 'cleanRun'
  | 'exportRun'
  | 'listRunMessages'
  | 'showMessage'
  | 'requeueMessage'
>;

export type RunDeps = SettleDeps & Pick<CleanRunDeps, 'closePanes'>;

/** The verbs of runs, on this machine. */
export const wireRuns = (deps: RunDeps, places: Places): RunVerbs => ({
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
  openRole: (input) => openRole(deps, input),
  postMessage: (input) => postMessage({ ...deps, blobs: realBlobs(places.blobsDir) }, input),
  cleanRun: (input) => cleanRun(deps, input),
  exportRun: (input) =>
    exportRun(
      {
        ...deps,
        nameOutputs: (runId) => relative(places.root, join(places.outputsDir, runId)),
        readOutputs: async (runId, file) => readText(join(places.outputsDir, runId, file)),
      },
      input,
    ),
  listRunMessages: (input) => listRunMessages(deps, input),
  showMessage: (input) => showMessage(deps, input),
  requeueMessage: (input) => requeueMessage(deps, input),
});

const readText = (file: string): Promise<string | null> =>
  unlessMissing(file, null, () => readFile(file, 'utf8'));

// Its reader knows YAML, which most commands do without.
async function workflowNamed(root: string, name: string): Promise<Outcome<Workflow>> {
  const { findWorkflow } = await import('../runtime/workflow/find-workflow.ts');
  const found = await findWorkflow({ root, shipped: join(packageDir(), 'workflows') }, name);
  return found.ok ? accept(found.value.workflow) : found;
}
