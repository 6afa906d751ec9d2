import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../postgres-database.ts';
import { newPlan, nextQuestion, planText, startDesign } from './designs.ts';
import { COMMIT, endPlan, eventsOf, makePlanned, planOf, startPlan } from './plans.ts';
import { supervisorPid, type TestProject } from './project.ts';
import { questionOf } from './runs.ts';

/** The first role asks before it begins. */
const DOER = `#!/bin/sh${COMMIT}
case $SWARM_ROLE$prompt in
  measurer*"is settled:"* | reader* | cleaner* | *"Completion drive review"*) ;;
  *) swarm note add "In metres?" --context "at work" --escalate "not mine to decide"; exit 0 ;;
esac
echo "12 metres" > "$SWARM_ROLE.txt"; save; done_now
`;
const VERIFIER = '#!/bin/sh\nswarm send --type review --verdict approved "Good."\n';

const MEASURE = {
  slug: 'depth',
  role: 'measurer',
  writes: 'measurer.txt',
  command: 'grep -q metres measurer.txt',
  more: { escalation: ['user'] },
} as const;
const READ = { slug: 'page', role: 'reader', writes: 'reader.txt', needs: 'depth' } as const;
const CLEAN = { slug: 'end', role: 'cleaner', writes: 'cleaner.txt', needs: 'page' } as const;

async function makeShared(): Promise<TestProject> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const config = { store: database.url };
  return makePlanned(planOf([MEASURE, READ]), { developer: DOER, verifier: VERIFIER, config });
}

test('a plan on Postgres is asked about, changed, and verified, past a killed supervisor', async () => {
  const project = await makeShared();
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  process.kill(await supervisorPid(project), 'SIGKILL');
  const next = project.write('next.yaml', planOf([MEASURE, READ, CLEAN]));
  const changed = await project.swarm('plan', 'change', next, runId);
  expect([changed.code, changed.stderr]).toEqual([0, expect.not.stringContaining('refused')]);
  expect((await project.swarm('answer', question.id, 'Yes, in metres')).code).toBe(0);

  const { state, tasks } = await endPlan(project, runId);
  expect([state, tasks.map(({ status, rounds }) => [status, rounds])]).toEqual([
    'completed',
    [MEASURE, READ, CLEAN].map(() => ['verified', 1]),
  ]);
  for (const event of ['task-checked', 'task-approved', 'task-output'])
    expect([event, await eventsOf(project, runId, event)]).toMatchObject([event, { length: 3 }]);
  expect(await project.json('note', 'list', runId)).toMatchObject({
    notes: [{ status: 'resolved', resolution: 'Yes, in metres', resolved_by: 'user' }],
  });
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
  expect(existsSync(project.paths.dbFile)).toBe(false);
});

test('a design on Postgres is approved and becomes plan.yaml, past a killed supervisor', async () => {
  const project = await makeShared();
  await newPlan(project, 'sign-up');
  const design = await startDesign(project);
  await nextQuestion(project, design);
  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('plan', 'approve', 'sign-up')).code).toBe(0);
  expect((await project.swarm('wait', design, '--timeout', '50s')).code).toBe(0);
  expect(planText(project)).toContain('write_notes_1727539200');
});
