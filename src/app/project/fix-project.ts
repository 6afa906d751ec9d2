import { FixProject, type FixRef } from '../../contract/doctor.ts';
import type { FixEnd, PlannedFix } from '../../domain/agent/obstacle.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Check } from '../../views/check-list.ts';
import { fixedJson } from '../../views/fix-list.ts';
import { folderVerb } from '../verb.ts';
import { diagnose } from './diagnose.ts';
import type { AgentsPort, DoctorDeps } from './health-deps.ts';
import { findRunning, planFixes } from './plan-fixes.ts';

export type FixedProject = Readonly<{ checks: readonly Check[]; fixes: readonly FixEnd[] }>;

/** Makes the planned changes that the person agreed to, and looks again. Only what is planned can be made. */
export async function fixProject(deps: DoctorDeps, { fixes }: FixProject): Promise<Outcome<FixedProject>> {
  const planned = await planFixes(deps);
  if (!planned.ok) return planned;
  const agreed = fixes.flatMap((ref) => findPlanned(planned.value, ref));
  const ends: FixEnd[] = [];
  for (const file of new Set(agreed.map(({ fix }) => fix.file))) {
    const inFile = agreed.filter(({ fix }) => fix.file === file);
    ends.push(...(await makeIn(deps.agents, file, inFile)));
  }
  const checks = await diagnose(deps);
  return checks.ok ? accept({ checks: checks.value, fixes: ends }) : checks;
}

// The value that the person was shown counts, not the one that is there now.
function findPlanned(planned: readonly PlannedFix[], { file, key, from }: FixRef): readonly PlannedFix[] {
  const found = planned.find(
    ({ fix }) => fix.file === file && JSON.stringify(fix.path) === JSON.stringify(key),
  );
  return found ? [{ ...found, from }] : [];
}

async function makeIn(
  port: AgentsPort,
  file: string,
  planned: readonly PlannedFix[],
): Promise<readonly FixEnd[]> {
  // It may have been started while the person was asked.
  const running = await findRunning(port, planned[0]?.runningIn ?? null);
  if (running !== null) return planned.map((one) => ({ planned: { ...one, running }, is: 'running' }));
  const changes = planned.map(({ fix, from }) => ({ path: fix.path, value: fix.value, from }));
  const mended = await port.ensureMended({ file, changes });
  return planned.map((one) => ({ planned: one, ...mended }));
}

export const fixProjectVerb = folderVerb({
  name: 'project.fix',
  summary: 'Apply planned changes to your own files and check again',
  asks: 'person',
  reads: false,
  input: FixProject,
  answer: async () => (await import('../../contract/answer/doctor.ts')).FixedProjectAnswer,
  run: fixProject,
  json: fixedJson,
});
