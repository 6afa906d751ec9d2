import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type ProgramEnd, type TestProject } from './project.ts';

const LIMIT = { timeout: 40_000, interval: 50 };
const HOURS_2 = 2 * 3_600_000;

type Shifted = Readonly<{ set: (ms: number) => void; swarm: (...words: string[]) => Promise<ProgramEnd> }>;

/** Commands, and the supervisor that they start, whose wall clock can be set. */
function withClock(project: TestProject): Shifted {
  const file = join(project.root, '..', 'shift');
  const set = (ms: number): void => writeFileSync(file, String(ms));
  set(0);
  const env = { SWARM_CLOCK_SHIFT: file };
  return { set, swarm: (...words) => project.swarmWith({ env }, ...words) };
}

const jumps = async ({ swarm }: Shifted): Promise<number> =>
  (await swarm('events', '--json')).stdout.split('clock-jumped').length - 1;

test.each([
  ['forward', HOURS_2],
  ['backward', -HOURS_2],
])('a clock that jumps two hours %s ends no session and no lease', async (_, ms) => {
  const project = await makeProject({ timeouts: { sweep: '200ms' } });
  const clock = withClock(project);
  const task = project.script('long', ['sleep: 4s', 'result: {done: true}']);
  await clock.swarm('queue', 'add', 'Paint the fence', '--id', 'fence');
  expect((await clock.swarm('queue', 'claim', 'fence', '--lease', '10m')).code).toBe(0);
  const made = await clock.swarm('create', 'rehearsal', task, '--quiet', '--timeout', '60s');
  const id = made.stdout.trim();
  const stateOf = async (): Promise<string> =>
    JSON.parse((await clock.swarm('status', id, '--json')).stdout).state;
  await vi.waitFor(async () => expect(await stateOf()).toBe('working'), LIMIT);

  clock.set(ms);
  // Another who looks at once finds the work still held.
  expect((await clock.swarm('queue', 'claim', '--holder', 'bob')).code).not.toBe(0);
  await vi.waitFor(async () => expect(await jumps(clock)).toBe(1), LIMIT);
  expect((await clock.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await stateOf()).toBe('completed');
  expect((await clock.swarm('queue', 'done', 'fence')).code).toBe(0);
});
