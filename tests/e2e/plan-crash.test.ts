import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { livingOf } from './living.ts';
import { awaitFile, COMMIT, endPlan, eventsOf, fileOf, makePlanned, planOf, startPlan } from './plans.ts';
import { supervisorPid, type TestProject } from './project.ts';

/** How many of the steps that a supervisor passes during a plan it is killed at, evenly spread. */
const KILLS = 6;

const DOER = `#!/bin/sh${COMMIT}
case $prompt in *"Completion drive review"*) ;; *)
  for branch in $(git branch --list 'swarm/*' --format '%(refname:short)'); do
    git merge -q --no-edit "$branch" >/dev/null 2>&1
  done
  echo "12 metres" > "$SWARM_ROLE.txt"; save ;;
esac
done_now
`;

/** Says where it is, and waits until the test lets it go on; not for ever. */
const HELD = (name: string): string => `echo begun >> $ROOT/${name}.txt
n=0; while [ ! -e $ROOT/${name}-on.txt ] && [ $n -lt 400 ]; do sleep 0.1; n=$((n + 1)); done
`;
const VERIFIER = `#!/bin/sh${COMMIT}
echo spoilt > measurer.txt
swarm send --type review --verdict approved "Good."
`;

const ONE = { slug: 'depth', role: 'measurer', writes: 'measurer.txt' } as const;

async function expectWhole(project: TestProject, runId: string, tasks: number): Promise<void> {
  const status = await endPlan(project, runId);
  expect([status.state, status.tasks.map((task) => task.rounds)]).toEqual([
    'completed',
    Array(tasks).fill(1),
  ]);
  for (const event of ['task-submitted', 'task-checked', 'task-approved', 'task-output'])
    expect([event, await eventsOf(project, runId, event)]).toMatchObject([event, { length: tasks }]);
  // Its workspaces are put away after its end.
  await vi.waitFor(() => expect(livingOf(project)).toEqual([]), { timeout: 20_000 });
}

test('SIGKILL of the supervisor while a criterion runs: it is run again, and counts once', async () => {
  const plan = planOf([{ ...ONE, command: 'sh $ROOT/bin/slow.sh' }]);
  const project = await makePlanned(plan, { developer: DOER, verifier: VERIFIER });
  project.write('bin/slow.sh', HELD('slow').replaceAll('$ROOT', project.root));
  const runId = await startPlan(project);
  await awaitFile(project, 'slow.txt');
  process.kill(await supervisorPid(project), 'SIGKILL');
  project.write('slow-on.txt', 'go on');
  await expectWhole(project, runId, 1);
  expect(fileOf(project, 'slow.txt')).toBe('begun\nbegun\n');
});

test('SIGKILL of the supervisor while a verifier works: its verdict counts once', async () => {
  const verifier = VERIFIER.replace('echo spoilt', `${HELD('judge')}echo spoilt`);
  const project = await makePlanned(planOf([ONE]), { developer: DOER, verifier });
  const runId = await startPlan(project);
  await awaitFile(project, 'judge.txt');
  process.kill(await supervisorPid(project), 'SIGKILL');
  project.write('judge-on.txt', 'go on');
  await expectWhole(project, runId, 1);
  expect(fileOf(project, 'judge.txt')).toBe('begun\n');
});

async function play(env: Record<string, string>): Promise<void> {
  const plan = planOf([
    { ...ONE, command: 'grep -q metres measurer.txt' },
    { slug: 'page', role: 'reader', writes: 'reader.txt', needs: 'depth' },
  ]);
  const project = await makePlanned(plan, { developer: DOER, verifier: VERIFIER });
  const start = () =>
    project.swarmWith({ env }, 'plan', 'run', 'well', '--key', 'the-one', '--quiet', '--yes');
  const first = await start();
  const runId = (first.code === 0 ? first : await start()).stdout.trim();
  await expectWhole(project, runId, 2);
  await project.end();
}

test('SIGKILL at any step: each look, verdict and file of a task counts once', {
  timeout: 240_000,
}, async () => {
  const plan = await makePlanned('{}', { developer: DOER, verifier: VERIFIER });
  const log = join(plan.root, '..', 'steps');
  await play({ SWARM_SUPERVISOR_FAILPOINT_LOG: log });
  const count = readFileSync(log, 'utf8').split('\n').length - 1;
  expect(count).toBeGreaterThan(KILLS);
  for (let k = 1; k <= KILLS; k++) {
    const step = Math.ceil((k * count) / KILLS) - (k % 3);
    await play({ SWARM_SUPERVISOR_FAILPOINT: `step@${step}` });
  }
});
