import { dashboardFiles } from '../runtime/dashboard/dashboard-files.ts';
import { isAlive } from '../runtime/process/identity.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';

/** Where the page of this project is served now; null while it is not. */
export async function findPageAddress(paths: Pick<ProjectPaths, 'swarmDir'>): Promise<string | null> {
  const served = dashboardFiles(paths).readServed();
  return served !== null && (await isAlive(served)) ? `http://127.0.0.1:${served.port}` : null;
}
