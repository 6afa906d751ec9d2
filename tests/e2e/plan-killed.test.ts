import { expect, test, vi } from 'vitest';
import { livingOf } from './living.ts';
import { COMMIT, endPlan, eventsOf, makePlanned, planOf, type RunOfPlan, startPlan } from './plans.ts';
import { supervisorPid, type TestProject } from './project.ts';
import { questionOf } from './runs.ts';

/** Waits for a file that the test writes; not for ever. */
const UNTIL_GO = 'n=0; while [ ! -e $ROOT/go ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done';
const DOER = `#!/bin/sh${COMMIT}
case $SWARM_ROLE$prompt in
  reviewee*"Completion drive review"*) ${UNTIL_GO} ;;
  *"Completion drive review"* | *"is settled:"*) ;;
  worker*) ${UNTIL_GO} ;;
  asker*) swarm note add "In metres?" --context "at work" --escalate "not mine to decide"; exit 0 ;;
esac
echo "12 metres" > "$SWARM_ROLE.txt"; save; done_now
`;
const VERIFIER = `#!/bin/sh
case $(cat "$SWARM_PROMPT_FILE") in *"with a rope and write it into judged.txt"*)
  ${UNTIL_GO} ;;
esac
swarm send --type review --verdict approved "Good."
`;

const taskOf = (role: string, more: Readonly<Record<string, unknown>> = {}) => ({
  slug: `depth_of_${role}`,
  role,
  writes: `${role}.txt`,
  more,
});
const PLAN = planOf([
  taskOf('first'),
  { ...taskOf('judged'), needs: 'depth_of_first' },
  taskOf('worker'),
  taskOf('reviewee'),
  taskOf('asker', { escalation: ['user'] }),
  { ...taskOf('late'), needs: 'depth_of_worker' },
]);
/** A task in every state that a plan has. */
const STATES = [
  'verified',
  'ready_for_verification',
  'working',
  'completion_drive_review',
  'blocked',
  'pending',
];

async function killAll(project: TestProject): Promise<void> {
  const pid = await supervisorPid(project);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 10_000 });
  const ours = livingOf(project).map((line) => Number(line.split(' ')[0]));
  expect(ours.length).toBeGreaterThan(2);
  for (const one of ours) killOne(one);
  await vi.waitFor(() => expect(livingOf(project)).toEqual([]), { timeout: 20_000 });
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with the one before it.
  }
}

test('with a task in every state all processes are killed: resumed, each task counts once', {
  timeout: 150_000,
}, async () => {
  const config = { limits: { sessions: 8 } };
  const project = await makePlanned(PLAN, { developer: DOER, verifier: VERIFIER, config });
  const runId = await startPlan(project);
  const { id: question } = await questionOf(project, runId);
  const statuses = async () =>
    (await project.json<RunOfPlan>('plan', 'status', 'well')).tasks.map(({ status }) => status);
  await vi.waitFor(async () => expect(await statuses()).toEqual(STATES), { timeout: 60_000, interval: 200 });

  await killAll(project);
  project.write('go', '');
  expect(await project.json('plan', 'resume', 'well')).toMatchObject({ run_id: runId });
  expect((await project.swarm('answer', question, 'Yes')).code).toBe(0);

  const { state, tasks } = await endPlan(project, runId);
  expect([state, tasks.map(({ status, rounds }) => [status, rounds])]).toEqual([
    'completed',
    STATES.map(() => ['verified', 1]),
  ]);
  for (const event of ['task-submitted', 'task-checked', 'task-approved', 'task-output'])
    expect([event, await eventsOf(project, runId, event)]).toMatchObject([event, { length: STATES.length }]);
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
});
