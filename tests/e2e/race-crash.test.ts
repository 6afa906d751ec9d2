import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RaceListAnswer } from '../../src/contract/answer/race.ts';
import { attemptsOf, livingOf } from './living.ts';
import { makeProject, type TestProject } from './project.ts';
import { persona, waitFor } from './races-of.ts';

/** How many steps are killed at, evenly spread; the long suites kill at every one. */
const KILLS = process.env.SWARM_TEST_LONG === '1' ? Number.POSITIVE_INFINITY : 10;
/** The supervisor that takes over is killed at one of its first steps, in turn. */
const RECOVERY_STEPS = 7;
const WORDS = ['runner', '-m', 'do it', '--race', '2', '--gate', 'test -e w', '--key', 'once', '--quiet'];

const failAt = (step: number) => ({ SWARM_SUPERVISOR_FAILPOINT: `step@${step}` });

async function makeRaceProject(): Promise<TestProject> {
  const project = await makeProject();
  persona(project, 'runner', 'echo work > w; case "$PWD" in *-2) echo done;; *) sleep 120;; esac');
  return project;
}

async function stepsOf(): Promise<number> {
  const project = await makeRaceProject();
  const log = join(project.root, '..', 'steps');
  const made = await project.swarmWith({ env: { SWARM_SUPERVISOR_FAILPOINT_LOG: log } }, 'create', ...WORDS);
  await waitFor(project, made.stdout.trim());
  return readFileSync(log, 'utf8').split('\n').length - 1;
}

async function expectDecided(project: TestProject, step: number): Promise<void> {
  const { races } = await project.json<RaceListAnswer>('race', 'list', '--all');
  const [only] = races;
  expect([races.length, only?.state], `killed at step ${step}`).toEqual([1, 'decided']);
  const [lost, won] = only?.rivals ?? [];
  expect(only?.winner).toBe(won?.session_id);
  expect([lost?.status, lost?.standing, lost?.reason]).toEqual([
    'KILLED',
    'out',
    expect.stringContaining('superseded'),
  ]);
  const tree = (id = '') => join(project.root, '.swarm/worktrees', id);
  expect([existsSync(tree(lost?.session_id)), existsSync(tree(won?.session_id))]).toEqual([false, true]);
  const begun = attemptsOf(project, lost?.session_id ?? '').length > 0;
  const rescues = (await project.swarm('rescue', 'list')).stdout;
  if (begun) expect(rescues).toContain(lost?.session_id);
  for (const { session_id: id } of only?.rivals ?? [])
    expect(attemptsOf(project, id).every(({ claims }) => claims <= 1)).toBe(true);
  expect(livingOf(project)).toEqual([]);
}

test('SIGKILL at any step of a race, and of the recovery: one wins, and nothing is left over', async () => {
  const count = await stepsOf();
  const kills = Math.min(count, KILLS);
  for (let nth = 0; nth < kills; nth++) {
    const step = 1 + Math.round((nth * (count - 1)) / (kills - 1));
    const project = await makeRaceProject();
    const made = await project.swarmWith({ env: failAt(step) }, 'create', ...WORDS);
    const again = made.code === 0 ? made : await project.swarm('create', ...WORDS);
    const recovery = failAt(1 + (step % RECOVERY_STEPS));
    await project.swarmWith({ env: recovery }, 'supervisor', 'start');
    await waitFor(project, again.stdout.trim());
    await expectDecided(project, step);
    await project.end();
  }
}, 400_000);
