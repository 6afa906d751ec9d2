import { realClock } from '../runtime/clock/real-clock.ts';
import { realPlanFolders } from '../runtime/plan-folder/real-plan-folders.ts';
import type { RoundDeps } from '../supervisor/deps.ts';
import { withFailpoints } from './failpoints.ts';
import type { Project } from './project.ts';
import type { Runtime } from './wire-runtime.ts';

/** What rounds of plans work with: folders in workspaces, and branches that are handed on. */
export const planPorts = (
  { paths, pass }: Project,
  { planBranches }: Runtime,
): Pick<RoundDeps, 'planFolders' | 'planBranches'> => ({
  planFolders: withFailpoints('planFolders', realPlanFolders({ ...paths, now: realClock.now }), pass),
  planBranches,
});
