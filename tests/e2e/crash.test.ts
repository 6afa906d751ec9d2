import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attemptsOf, livingOf } from './living.ts';
import { create, makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

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

describe.each(['create', 'kill'] as const)(
  'SIGKILL at every step of %s, and again during recovery',
  (kind) => {
    const status = kind === 'create' ? 'COMPLETED' : 'KILLED';

    test('the session ends as it should, once, with nothing left over', { timeout: 400_000 }, async () => {
      const count = await stepsOf(kind);
      expect(count).toBeGreaterThan(8);
      for (let k = 1; k <= count; k++) {
        const project = await makeProject();
        const id = await runKind(project, kind, { env: failAt(k), recovery: 1 + (k % RECOVERY_STEPS) });
        await expectWhole(project, id, status);
        await project.end();
      }
    });
  },
);

test('three agents at work outlive their supervisor, and each ends as it should', async () => {
  const project = await makeProject();
  const good = await create(project, ['sleep: 2s', 'result: {good: true}']);
  const bad = await create(project, ['sleep: 2s', 'exit: 4']);
  const slow = await create(project, ['sleep: 4s', 'say: slow']);
  await project.swarm('events', slow, '--follow', '--until', 'heard');

  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('wait', good, '--timeout', '30s')).code).toBe(0);
  expect((await project.swarm('wait', bad, '--timeout', '30s')).code).toBe(2);
  expect((await project.swarm('wait', slow, '--timeout', '30s')).code).toBe(0);
  expect(await statusOf(project, slow)).toMatchObject({ attempt: 1, status: 'COMPLETED' });
});

test('when tmux dies, a session goes on as attempt 2 of its conversation and loses no retry', async () => {
  const project = await makeProject({ retries: 0 });
  const id = await create(project, ['say: before', 'sleep: 2s', 'say: after']);
  await project.swarm('events', id, '--follow', '--until', 'turn-see');

  process.kill(Number(project.tmux('display-message', '-p', '#{pid}')), 'SIGKILL');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2, status: 'COMPLETED' });
  const conversations = new Set(attemptsOf(project, id).map(({ conversation }) => conversation));
  expect(conversations.size).toBe(1);
});

test('a pane that a person closes kills the session and nothing else', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: up', 'silent']);
  const other = await create(project, ['sleep: 1s']);
  await project.swarm('events', id, '--follow', '--until', 'turn-see');

  project.tmux('kill-session', '-t', `=swarm-${id}`);
  expect((await project.swarm('wait', id, '--timeout', '30s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'asked' });
  expect((await project.swarm('wait', other, '--timeout', '30s')).code).toBe(0);
});
