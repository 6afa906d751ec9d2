import type { Fixes } from '../cli/host.ts';
import { editJson } from '../contract/json-edit.ts';
import type { FixEnd, PlannedFix } from '../domain/agent/obstacle.ts';
import { listRunning } from '../runtime/agent/list-running.ts';
import { type Mended, mendFile } from '../runtime/agent/mend-file.ts';
import { type Around, lookAtAgents, type SeenAgent } from './look-at-agents.ts';

/** The changes of the person's own files that would clear what holds up an agent CLI. */
export const openFixes = (around: () => Promise<Around>): Fixes => ({
  async plan() {
    const seen = await lookAtAgents(await around());
    return (await Promise.all(seen.map(planFor))).flat();
  },
  async make(planned) {
    const files = [...new Set(planned.map(({ fix }) => fix.file))];
    const ends: FixEnd[] = [];
    for (const file of files) ends.push(...(await makeIn(planned.filter(({ fix }) => fix.file === file))));
    return ends;
  },
});

async function planFor({ agent, place, files, obstacles, sight }: SeenAgent): Promise<readonly PlannedFix[]> {
  if (sight.is === 'absent') return [];
  const runningIn = agent.runningFolder?.(place) ?? null;
  const running = runningIn === null ? null : await firstRunning(runningIn);
  return obstacles.flatMap(({ what, fix }) => {
    const edit = fix === null ? null : editJson(files[fix.file] ?? '', fix.path, fix.value);
    return fix === null || edit === null
      ? []
      : [{ cli: agent.name, what, fix, from: edit.from, runningIn, running }];
  });
}

const firstRunning = async (folder: string): Promise<string | null> => (await listRunning(folder))[0] ?? null;

async function makeIn(planned: readonly PlannedFix[]): Promise<readonly FixEnd[]> {
  const [first] = planned;
  if (!first) return [];
  // It may have been started while the person was asked.
  const running = first.runningIn === null ? null : await firstRunning(first.runningIn);
  if (running !== null) return planned.map((one) => ({ planned: { ...one, running }, is: 'running' }));
  const changes = planned.map(({ fix, from }) => ({ path: fix.path, value: fix.value, from }));
  const mended = await mendFile({ file: first.fix.file, changes, now: new Date() });
  return planned.map((one) => endOf(one, mended));
}

const endOf = (planned: PlannedFix, mended: Mended): FixEnd => ({ planned, ...mended });
