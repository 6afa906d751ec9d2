import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { livingOf } from './living.ts';
import type { TestProject } from './project.ts';
import { awaitRun, CHANGES, goalWith, makeRunProject, outcomeOf, statusOfRun } from './runs.ts';

/** How many of the steps that a supervisor passes during a run it is killed at, evenly spread. */
const KILLS = 8;

async function play(project: TestProject, env: Record<string, string>): Promise<string> {
  const stdin = goalWith('How deep is the well?', { 'reviewer 1': [CHANGES('the rope', 'it was wet')] });
  const start = () =>
    project.swarmWith({ env, stdin }, 'start', 'research', '-', '--key', 'the-one', '--quiet');
  const first = await start();
  const id = (first.code === 0 ? first : await start()).stdout.trim();
  expect(await awaitRun(project, id)).toBe(0);
  return id;
}

test('SIGKILL at any step of a run: every message counts once, and it ends as it should', {
  timeout: 120_000,
}, async () => {
  const log = join((await makeRunProject()).root, '..', 'steps');
  await play(await makeRunProject(), { SWARM_SUPERVISOR_FAILPOINT_LOG: log });
  const count = readFileSync(log, 'utf8').split('\n').length - 1;
  expect(count).toBeGreaterThan(KILLS);
  for (let k = 1; k <= KILLS; k++) {
    const step = Math.ceil((k * count) / KILLS) - (k % 3);
    const project = await makeRunProject();
    const id = await play(project, { SWARM_SUPERVISOR_FAILPOINT: `step@${step}` });
    const status = await statusOfRun(project, id);
    expect([step, status]).toMatchObject([
      step,
      { state: 'completed', round: 4, messages: 4, approved: [expect.any(String)], errors: [] },
    ]);
    expect(outcomeOf(project, id).result.reviews).toHaveLength(2);
    expect(status.roles).toHaveLength(2);
    expect(livingOf(project)).toEqual([]);
    await project.end();
  }
});
