import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Dice } from '../simulation/dice.ts';
import { makeProject, startSwarm, supervisorPid, type TestProject } from './project.ts';

const ITEMS = Number(process.env.SWARM_STORM_ITEMS ?? 500);
const isLong = process.env.SWARM_TEST_LONG === '1';
const SEED = Number(process.env.SWARM_STORM_SEED ?? (isLong ? Date.now() % 1_000_000 : 7));
const LOOPS = 8;
/** Parts of the work after which a process is killed, and how many of those kills hit the supervisor. */
const STRIKES = 10;
const SUPERVISORS = 4;
const LIMIT = { timeout: 240_000, interval: 50 };

type LoopJson = Readonly<{ state: string; iteration: number; done: number; failed: number }>;
type WorkJson = Readonly<{ id: string; status: string }>;

const outside = (project: TestProject): string => join(project.home, 'done');
const told = (project: TestProject): string[] =>
  existsSync(outside(project)) ? readFileSync(outside(project), 'utf8').trim().split('\n') : [];

/** A queue with an agent that leaves the id of its work outside the store, as its last act, in one write. */
async function fillQueue(project: TestProject): Promise<string[]> {
  const act = `echo "$WORK_ITEM" >> ${outside(project)}`;
  const persona = `---\nname: clerk\ncli: command\ncommand: [sh, -c, ${JSON.stringify(act)}]\n---\n`;
  project.write('agents/clerk/clerk-agent.md', persona);
  const ids = Array.from({ length: ITEMS }, (_, number) => `w-${String(number).padStart(4, '0')}`);
  const lines = ids.map((id) => JSON.stringify({ id, title: `Do ${id}` }));
  const ran = await project.swarmWith(
    { stdin: lines.join('\n') },
    'queue',
    'import',
    '-',
    '--format',
    'jsonl',
  );
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return ids;
}

type Follower = ReturnType<typeof startSwarm>;

async function killSupervisor(project: TestProject): Promise<void> {
  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
}

async function killOne(dice: Dice, followers: Follower[]): Promise<void> {
  const follower = dice.pick(followers);
  followers.splice(followers.indexOf(follower), 1);
  if (follower.exitCode !== null) return;
  const exit = once(follower, 'exit');
  follower.kill('SIGKILL');
  await exit;
}

/** What a follower of a loop ends with, unless it is killed, whichever supervisors were killed. */
async function endOf(follower: Follower): Promise<number | null> {
  if (follower.exitCode === null) await once(follower, 'exit');
  return follower.exitCode;
}

test(`eight loops on one queue do each work item once, whatever is killed (seed ${SEED})`, async () => {
  const dice = new Dice(SEED);
  const project = await makeProject({ limits: { sessions: LOOPS + 2 }, cleanup: 'manual' });
  const ids = await fillQueue(project);
  const words = ['loop', '--agent', 'clerk', '--until-empty', '--delay', '0s'];
  const followers = Array.from({ length: LOOPS }, () => startSwarm(project, ...words));
  const struck = new Set<number>();
  while (struck.size < SUPERVISORS) struck.add(dice.between(1, STRIKES));
  for (let strike = 1; strike <= STRIKES; strike++) {
    const part = Math.floor((ITEMS * strike) / (STRIKES + 2));
    await vi.waitFor(() => expect(told(project).length).toBeGreaterThanOrEqual(part), LIMIT);
    if (struck.has(strike)) await killSupervisor(project);
    else if (followers.length > 1) await killOne(dice, followers);
  }
  const loops = await vi.waitFor(async () => {
    const found = (await project.json<{ loops: LoopJson[] }>('loop', 'list', '--all')).loops;
    expect(found.map(({ state }) => state)).toEqual(Array.from({ length: LOOPS }, () => 'finished'));
    return found;
  }, LIMIT);
  expect(await Promise.all(followers.map(endOf))).toEqual(followers.map(() => 0));
  expect(told(project).sort()).toEqual(ids);
  const { items } = await project.json<{ items: WorkJson[] }>('queue', 'list', '--all', '--limit', '10000');
  expect(items.filter(({ status }) => status !== 'done')).toEqual([]);
  const sum = (count: (loop: LoopJson) => number): number => loops.reduce((all, one) => all + count(one), 0);
  expect([sum(({ done }) => done), sum(({ failed }) => failed)]).toEqual([ITEMS, 0]);
  expect(sum(({ iteration }) => iteration)).toBe(ITEMS);
}, 300_000);
