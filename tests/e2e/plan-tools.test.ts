import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';
import { questionOf } from './runs.ts';

const task = (n: number, needs: string): string => `
  - task_id: part_${n}_1727539200
    role: agent_${n}
    instructions: Write part ${n} of the report in plain words, with a source for every number in it.
    outputs: [{ path: agents/agent_${n}/task_output/part.md, format: Markdown }]
    success_criteria: [{ text: Every number has a source, file: agents/agent_${n}/task_output/part.md }]
    dependencies: [${needs}]
    verifier: checker`;

const checkpoint = (n: number): string => `
  - after: part_${n}_1727539200
    validates: The part is complete
    failure_modes: [{ failure: A source is missing, remedy: Add it }]`;

const PLAN = `
name: report
goal: A report with sources
escalation: [workflow_architect, user]
agents:
  agent_0: { persona: developer }
  agent_1: { persona: developer }
  agent_2: { persona: developer }
  checker: { persona: verifier }
tasks:${task(0, '')}${task(1, 'part_0_1727539200')}${task(2, 'part_1_1727539200')}
checkpoints:${checkpoint(0)}${checkpoint(1)}
`;

/** Hands over, but for the second part only when the file "go" is there. */
const DOER = (root: string): string => `#!/bin/sh
if [ "$SWARM_ROLE" = agent_1 ] && [ ! -e ${root}/go ]; then echo "I do not know how"; exit 0; fi
out=agents/$SWARM_ROLE/task_output; mkdir -p $out; echo "12 [1]" > $out/part.md; git add $out
git -c user.name=d -c user.email=d@example.invalid commit -qm "$SWARM_ROLE"
swarm send --type result "made by $SWARM_ROLE"
`;
const VERIFIER = '#!/bin/sh\nswarm send --type review --verdict approved "Fine."\n';

async function makePlanned(): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 3 } });
  for (const [name, script] of [
    ['developer', DOER(project.root)],
    ['verifier', VERIFIER],
  ] as const) {
    chmodSync(project.write(`bin/${name}.sh`, script), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  project.write('.swarm/plans/report/plan.yaml', PLAN);
  return project;
}

type PlanStatus = Readonly<{
  run_id: string;
  state: string;
  tasks: { task_id: string; status: string; waits_for: { on: string; name: string }[] }[];
  questions: { id: string; task_id: string | null }[];
}>;
type Question = Readonly<{ id: string; state: string }>;

test('a task that is blocked is shown, retried and verified; the run can be replayed', async () => {
  const project = await makePlanned();
  expect((await project.swarm('plan', 'status', 'report')).stderr).toContain('swarm plan run report');
  const runId = (await project.swarm('plan', 'run', 'report', '--yes', '--quiet')).stdout.trim();
  await questionOf(project, runId);

  const status = await project.json<PlanStatus>('plan', 'status', 'report');
  expect(status.tasks).toMatchObject([
    { status: 'verified', waits_for: [] },
    { status: 'blocked', waits_for: [{ on: 'person', name: 'user' }] },
    { status: 'pending', waits_for: [{ on: 'task', name: 'part_1_1727539200' }] },
  ]);
  expect(status.questions).toMatchObject([{ task_id: 'part_1_1727539200' }]);
  const shown = await project.swarm('plan', 'status');
  expect(shown.stdout).toContain('1 of 3 tasks verified');
  expect(shown.stdout).toContain('waits for you');

  const unknown = await project.swarm('plan', 'retry', 'report', 'part_7');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean: part_')]);

  const early = await project.swarm('plan', 'retry', 'report', 'part_2');
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('part_2_1727539200 is pending')]);

  project.write('go', '');
  const retried = await project.swarm('plan', 'retry', 'report', 'part_1', 'the file is there now');
  expect([retried.code, retried.stderr]).toEqual([0, '']);
  expect((await project.swarm('wait', runId, '--timeout', '50s')).code).toBe(0);

  const [asked] = (await project.json<{ questions: Question[] }>('questions', '--all')).questions;
  expect(asked).toMatchObject({ state: 'superseded' });
  const late = await project.swarm('plan', 'retry', runId, 'part_1');
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('completed')]);
  expect(await project.json('plan', 'list')).toMatchObject({
    plans: [{ name: 'report', run: { run_id: runId, state: 'completed', progress: 100 } }],
  });

  const replayed = await project.swarm('plan', 'replay', runId);
  expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('equal to its rows')]);
  await project.swarm('supervisor', 'stop');
  const database = new DatabaseSync(join(project.root, '.swarm/swarm.db'));
  database.prepare('delete from run_fact where run_id = ? and number > 5').run(runId);
  database.close();
  const lost = await project.swarm('plan', 'replay', runId);
  expect([lost.code, lost.stdout]).toEqual([1, expect.stringContaining('memory.ended: kept')]);
});

test('a verified task is given again, and a run is stopped by the name of its plan', async () => {
  const project = await makePlanned();
  const runId = (await project.swarm('plan', 'run', 'report', '--yes', '--quiet')).stdout.trim();
  await questionOf(project, runId);
  const again = await project.json('plan', 'retry', 'report', 'part_0_1727539200');
  expect(again).toMatchObject({ run_id: runId, was: 'verified', role: 'agent_0' });
  expect(await project.json('plan', 'resume', 'report')).toMatchObject({ run_id: runId, state: 'waiting' });
  const stopped = await project.json('plan', 'stop', 'report', '--reason', 'enough');
  expect(stopped).toMatchObject({ run_id: runId, state: 'cancelled', reason: 'enough' });
  expect((await project.swarm('plan', 'replay', runId)).code).toBe(0);
});

test('a persona that a plan calls for is drafted once, and the check names the command', async () => {
  const project = await makeProject();
  const specification = 'Writes SQL for PostgreSQL 16.\\nKnows migrations.';
  const plan = PLAN.replace('agent_1: { persona: developer }', 'agent_1: { persona: sql-writer }');
  const called = `new_personas: [{ name: sql-writer, specification: "${specification}" }]\n`;
  project.write('.swarm/plans/report/plan.yaml', `${plan}${called}`);
  const words = ['personas', 'new', 'sql-writer', '--from-plan', 'report'];
  const checked = await project.swarm('plan', 'check', 'report');
  expect([checked.code, checked.stdout]).toEqual([
    1,
    expect.stringContaining(`run: swarm ${words.join(' ')}`),
  ]);

  const strange = await project.swarm('personas', 'new', 'sql-writr', '--from-plan', 'report');
  expect([strange.code, strange.stderr]).toEqual([1, expect.stringContaining('Did you mean: sql-writer')]);
  expect(await project.json(...words)).toMatchObject({ file: 'agents/sql-writer/sql-writer-agent.md' });
  expect((await project.swarm('plan', 'check', 'report')).stdout).toContain('1 good');
  expect((await project.swarm('personas', 'check')).code).toBe(0);

  const file = project.write('agents/sql-writer/sql-writer-agent.md', 'You write SQL.\n');
  const again = await project.swarm(...words);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('nothing was changed')]);
  expect(readFileSync(file, 'utf8')).toBe('You write SQL.\n');
});
