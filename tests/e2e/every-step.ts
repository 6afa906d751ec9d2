import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { attemptsOf, livingOf } from './living.ts';
import { makeProject, statusOf, type TestProject } from './project.ts';

/** The supervisor that takes over is killed at one of its first steps, in turn. */
const RECOVERY_STEPS = 6;
const STEPS = ['say: begun', 'result: {ok: true}', 'say: ended'];

type Kind = 'create' | 'kill';

/** The steps that the supervisor passes while one session is created and completes, or is killed. */
async function stepsOf(kind: Kind): Promise<number> {
  const project = await makeProject();
  const log = join(project.root, '..', 'steps');
  await runKind(project, kind, { env: { SWARM_SUPERVISOR_FAILPOINT_LOG: log } });
  return readFileSync(log, 'utf8').split('\n').length - 1;
}

const failAt = (step: number): Record<string, string> => ({ SWARM_SUPERVISOR_FAILPOINT: `step@${step}` });

type Kills = Readonly<{ env: Record<string, string>; recovery?: number }>;

/** One session, while its supervisor is killed at a step, and the one that takes over at another. */
async function runKind(project: TestProject, kind: Kind, { env, recovery }: Kills): Promise<string> {
  const steps = kind === 'create' ? STEPS : ['say: begun', 'silent'];
  const file = project.script('task', steps);
  const made = await project.swarmWith({ env }, 'create', 'rehearsal', file, '--key', 'the-one', '--quiet');
  const again =
    made.code === 0 ? made : await project.swarm('create', 'rehearsal', file, '--key', 'the-one', '--quiet');
  const id = again.stdout.trim();
  // The same supervisor serves both, unless it is dead by now; then a healthy one takes over.
  if (kind === 'kill') await project.swarm('kill', id, '--force');
  if (recovery !== undefined) await project.swarmWith({ env: failAt(recovery) }, 'supervisor', 'start');
  await project.swarm('wait', id, '--timeout', '40s');
  return id;
}

async function expectWhole(project: TestProject, id: string, status: string): Promise<void> {
  expect(await statusOf(project, id)).toMatchObject({ status });
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toHaveLength(1);
  expect(livingOf(project)).toEqual([]);
  expect(attemptsOf(project, id).every(({ claims }) => claims <= 1)).toBe(true);
}

/** How many steps a whole run of the tests kills at, evenly spread; the long suites kill at every one. */
const KILLS = process.env.SWARM_TEST_LONG === '1' ? Number.POSITIVE_INFINITY : 16;

/** Each step has a project of its own, and a supervisor that takes over and is killed as well. */
export async function expectWholeAfterSteps(kind: Kind, status: string): Promise<void> {
  const count = await stepsOf(kind);
  expect(count).toBeGreaterThan(8);
  for (const k of spread(count)) {
    const project = await makeProject();
    const id = await runKind(project, kind, { env: failAt(k), recovery: 1 + (k % RECOVERY_STEPS) });
    await expectWhole(project, id, status);
    await project.end();
  }
}

/** Numbers from 1 to `count`, both among them, of which at most `KILLS` are taken. */
function spread(count: number): number[] {
  const size = Math.min(count, KILLS);
  return Array.from({ length: size }, (_, n) => 1 + Math.round((n * (count - 1)) / (size - 1)));
}
