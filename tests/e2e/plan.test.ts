import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

const EXAMPLE = readFileSync(
  resolve(import.meta.dirname, '../../examples/user-management/plan.yaml'),
  'utf8',
);

const LIST = `# People can sign up

- [ ] Create the user table {#table}
  writes: agents/table_agent/task_output/schema.sql
  check: test -s agents/table_agent/task_output/schema.sql

  Write SQL that creates the table users with an e-mail address and a display name.
- [ ] Write the page {#page}
  reads: agents/table_agent/task_output/schema.sql

  Write the page for signing up, with one field for each column of the table users.
`;

test('a task list becomes a plan that is checked, shown and drawn for its agents', async () => {
  const project = await makeProject();
  project.write('tasks.md', LIST);
  const made = await project.swarm('plan', 'new', 'sign-up', '--from', 'tasks.md');
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringContaining('Ready. Look at it: swarm plan show sign-up'),
  ]);

  const folder = join(project.root, '.swarm/plans/sign-up');
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  expect(read('conversation_summary_sign-up.md')).toContain("## What We're Trying to Accomplish");
  expect(read('workflow_coordination_plan.md')).toContain('## Validation Checkpoints');
  expect(read('agents/table_agent/agent_instructions.md')).toContain('### Success Criteria');
  expect(read('agents/verifier/agent_instructions.md')).toContain('## Verify table_');
  expect(JSON.parse(read('shared_status.json'))).toEqual({
    task_id: 'sign-up',
    status: 'pending',
    session_start: null,
    agents: {
      table_agent: expect.objectContaining({ status: 'pending', dependencies: [] }),
      page_agent: {
        status: 'pending',
        completion_drive_notes_count: 0,
        unresolved_notes: 0,
        dependencies: ['table_agent'],
        last_update: null,
      },
    },
    verification: { verifier: { status: 'pending', assigned_agents: ['table_agent', 'page_agent'] } },
    overall_completion_drive_gate: 'open',
  });

  const shown = await project.swarm('plan', 'show', 'sign-up');
  expect(shown.stdout).toContain('◄ waits for table_');
  expect(shown.stdout).toContain('cost: no history of developer, verifier');
  const mermaid = await project.swarm('plan', 'show', 'sign-up', '--mermaid');
  expect(mermaid.stdout).toContain('t0 --> t1');
  expect((await project.json<{ plans: unknown[] }>('plan', 'list')).plans).toMatchObject([
    { name: 'sign-up', tasks: 2, findings: 0 },
  ]);
});

test('a second "plan new" keeps what a person wrote and draws the rest again', async () => {
  const project = await makeProject();
  project.write('notes.md', "# Conversation Summary: x\n\n## What We're Trying to Accomplish\nMore users.\n");
  const made = await project.json<{ findings: { rule: string }[] }>(
    'plan',
    'new',
    'user-management',
    '--summary',
    'notes.md',
  );
  expect(made.findings.map(({ rule }) => rule)).toEqual(['task-count']);
  const file = join(project.root, '.swarm/plans/user-management/plan.yaml');
  expect(readFileSync(file, 'utf8')).toContain('goal: More users.');

  project.write('.swarm/plans/user-management/plan.yaml', EXAMPLE);
  const again = await project.json<{ touched: { path: string; is: string }[] }>(
    'plan',
    'new',
    'user-management',
  );
  const of = (path: string) => again.touched.find((one) => one.path.endsWith(path))?.is;
  expect([of('plan.yaml'), of('conversation_summary_user-management.md'), of('shared_status.json')]).toEqual([
    'kept',
    'kept',
    'created',
  ]);
  project.write(
    '.swarm/plans/user-management/plan.yaml',
    EXAMPLE.replace('sign in, and', 'sign in, sign out, and'),
  );
  const drawn = await project.json<{ touched: { path: string; is: string }[] }>(
    'plan',
    'new',
    'user-management',
  );
  expect(drawn.touched).toContainEqual({
    path: '.swarm/plans/user-management/workflow_coordination_plan.md',
    is: 'drawn',
  });
});

test('what is wrong with a plan is told with file, line, advice and rule, and it is not shown', async () => {
  const project = await makeProject();
  const file = project.write(
    '.swarm/plans/user-management/plan.yaml',
    EXAMPLE.replace('persona: verifier }', 'persona: verifer }'),
  );
  const checked = await project.swarm('plan', 'check', 'user-management');
  const line = EXAMPLE.split('\n').findIndex((one) => one.includes('database_verifier: {')) + 1;
  expect([checked.code, checked.stdout]).toEqual([
    1,
    `❌ ${file}:${line}: agents.database_verifier.persona: unknown persona "verifer"; ` +
      'did you mean "verifier"? (persona)\n0 good, 1 with findings\n',
  ]);
  const shown = await project.swarm('plan', 'show', 'user-management');
  expect([shown.code, shown.stderr]).toEqual([
    1,
    expect.stringContaining('swarm plan check user-management'),
  ]);
  for (const word of ['user-managment', '../user-management']) {
    const missing = await project.swarm('plan', 'check', word);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Plan not found')]);
  }
});

test('with paths.plans: orchestration, the folder is one plan', async () => {
  const project = await makeProject({ paths: { plans: 'orchestration' } });
  project.write('tasks.md', LIST);
  expect((await project.swarm('plan', 'new', 'sign-up', '--from', 'tasks.md')).code).toBe(0);
  expect(readFileSync(join(project.root, 'orchestration/shared_status.json'), 'utf8')).toContain('"sign-up"');
  const other = await project.swarm('plan', 'new', 'another', '--from', 'tasks.md');
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining('orchestration holds the plan "sign-up"'),
  ]);
  expect((await project.swarm('plan', 'check', 'sign-up')).code).toBe(0);
});

test('the shipped personas of a plan can be started', async () => {
  const project = await makeProject();
  const { personas, problems } = await project.json<{ personas: { name: string }[]; problems: unknown[] }>(
    'personas',
  );
  expect(problems).toEqual([]);
  expect(personas.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'design-verifier',
      'file-structure-designer',
      'instruction-writer',
      'solution-architect',
      'validation-checkpoint-designer',
      'verifier',
      'workflow-architect',
    ]),
  );
});
