import { publishVersion } from '../../app/plan/publish-version.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import type { RoundDeps } from '../deps.ts';

/** The version that a design ended with becomes plan.yaml, before the design is over. */
export async function publishDesign(deps: RoundDeps, runId: string, memory: RunMemory): Promise<void> {
  if (!('design' in memory.definition)) return;
  const versions = await deps.store.listPlanVersions({ runId });
  const approved = versions.findLast(({ state }) => state === 'approved');
  if (approved !== undefined) await publishVersion(deps, approved);
}
