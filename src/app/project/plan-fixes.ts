import * as z from 'zod/mini';
import { editJson } from '../../contract/json-edit.ts';
import type { PlannedFix } from '../../domain/agent/obstacle.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { folderVerb } from '../verb.ts';
import type { AgentsPort, DoctorDeps } from './health-deps.ts';
import { lookAtAgents, type SeenAgent } from './look-at-agents.ts';

/** Changes of the person's own files that would help an agent CLI to start. Changes nothing. */
export async function planFixes({
  agents,
}: Pick<DoctorDeps, 'agents'>): Promise<Outcome<readonly PlannedFix[]>> {
  const seen = await lookAtAgents(agents, await agents.findUsers());
  return accept((await Promise.all(seen.map((agent) => planFor(agents, agent)))).flat());
}

async function planFor(
  port: AgentsPort,
  { agent, context, files, obstacles, observation }: SeenAgent,
): Promise<readonly PlannedFix[]> {
  if (observation.is === 'absent') return [];
  const runningIn = agent.runningFolder?.(context) ?? null;
  const running = await findRunning(port, runningIn);
  return obstacles.flatMap(({ what, fix }) => {
    const edit = fix === null ? null : editJson(files[fix.file] ?? '', fix.path, fix.value);
    return fix === null || edit === null
      ? []
      : [{ cli: agent.name, what, fix, from: edit.from, runningIn, running }];
  });
}

/** A file of a process that runs and would write over a change. */
export const findRunning = async (port: AgentsPort, folder: string | null): Promise<string | null> =>
  folder === null ? null : ((await port.listRunning(folder))[0] ?? null);

export const planFixesVerb = folderVerb({
  name: 'project.plan-fixes',
  summary: 'Show changes to your own files that let agent CLIs start',
  asks: 'person',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/doctor.ts')).PlannedFixesAnswer,
  run: planFixes,
  json: (planned) => ({
    fixes: planned.map(({ cli, what, fix, from, running }) => ({
      cli,
      what,
      file: fix.file,
      key: fix.path,
      from,
      to: fix.value,
      running,
    })),
  }),
});
