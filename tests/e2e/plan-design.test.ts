import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '../samples/small-plan.ts';
import {
  eventsOf,
  LARGE_PLAN,
  makeDesigned,
  newPlan,
  nextQuestion,
  planText,
  startDesign,
  textIn,
} from './designs.ts';
import { makeProject, supervisorPid } from './project.ts';

const WAIT = ['--timeout', '50s'] as const;

test('a rehearsed design waits for the person, becomes plan.yaml by the approval, and is run', async () => {
  const project = await makeProject();
  await newPlan(project, 'sign-up');
  const runId = await startDesign(project);
  const asked = await nextQuestion(project, runId);
  expect([asked.kind, asked.options[0]]).toEqual(['approval', 'approve']);
  expect(asked.text).toContain('write_notes_1727539200');
  expect(planText(project)).not.toContain('write_notes_1727539200');

  const approved = await project.swarm('plan', 'approve', 'sign-up');
  expect([approved.code, approved.stdout]).toEqual([
    0,
    expect.stringContaining('✅ Approved: version 1 of sign-up'),
  ]);
  // Before the design is over: the person who approved it may run it at once.
  expect(planText(project)).toContain('write_notes_1727539200');
  expect(textIn(project, '.swarm/plans/sign-up/agents/writer_agent/agent_instructions.md')).toContain(
    'Write agents/writer_agent/task_output/notes.md',
  );
  expect((await project.swarm('wait', runId, ...WAIT)).code).toBe(0);

  const ran = await project.swarm('plan', 'run', 'sign-up', '--cli', 'rehearsal', '--quiet');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(await project.json('status', ran.stdout.trim())).toMatchObject({ workflow: 'sign-up' });
});

test('what verifier and person want changed reaches the architect, and each verdict is kept', async () => {
  const project = await makeDesigned();
  for (const n of [1, 2, 3]) project.write(`versions/${n}.yaml`, smallPlan('sign-up', `Goal number ${n}.`));
  project.write('changes-1', 'say what the button is called');
  const runId = await startDesign(project);
  const first = await nextQuestion(project, runId);
  expect(textIn(project, 'told-1.md')).toContain('People can sign up.');
  expect(textIn(project, 'heard-1.txt')).toContain('accepted as version 1');
  expect(textIn(project, 'judged-1.md')).toContain('# Workflow Coordination Plan: sign-up');
  expect(textIn(project, 'told-2.md')).toContain('say what the button is called');
  expect(first.text).toContain('Version 2');
  expect(first.text).toContain('$ test -s agents/page_agent/task_output/page.html');

  const rejected = await project.swarm('plan', 'reject', 'sign-up', 'no display name, please');
  expect(rejected.code, rejected.stderr).toBe(0);
  const second = await nextQuestion(project, runId, first.seq);
  expect(textIn(project, 'told-3.md')).toContain('no display name, please');
  expect((await project.swarm('answer', second.id, 'aprove')).code).toBe(1);
  expect((await project.swarm('answer', second.id, 'approve')).code).toBe(0);
  expect((await project.swarm('wait', runId, ...WAIT)).code).toBe(0);

  expect(planText(project)).toContain('Goal number 3.');
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
  const states = (await eventsOf(project, runId)).filter(({ event }) => event.startsWith('plan-version-'));
  expect(states.map(({ event }) => event.slice('plan-version-'.length))).toEqual([
    'added',
    'superseded',
    'added',
    'verified',
    'rejected',
    'added',
    'verified',
    'approved',
  ]);
  const folder = join(project.root, '.swarm/plans/sign-up/design_verification');
  expect(readdirSync(folder).sort()).toEqual(['round_1.json', 'round_2.json', 'round_3.json']);
  expect(JSON.parse(textIn(project, '.swarm/plans/sign-up/design_verification/round_1.json'))).toMatchObject({
    version: 1,
    verdict: 'changes',
    findings: [{ about: 'write_page_1727539200', text: 'say what the button is called' }],
  });
  expect(existsSync(join(project.root, '.swarm/runs', runId, 'verification/round_3.json'))).toBe(true);
});

test('nonsense is answered with lines and advice, and the third time a person is asked', async () => {
  const project = await makeDesigned();
  project.write('versions/1.yaml', 'I could not decide: [');
  project.write('versions/2.yaml', smallPlan('sign-up').replace('write_page_1727539200', '../../etc/passwd'));
  project.write('versions/3.yaml', smallPlan('sign-up').replace('verifier: page', 'verifier: *page'));
  project.write('versions/4.yaml', smallPlan('sign-up'));
  const runId = await startDesign(project);
  const asked = await nextQuestion(project, runId);
  expect(asked.options).toEqual(['one more try', 'stop']);
  expect(textIn(project, 'heard-1.txt')).toContain('plan.yaml:1:');
  expect(textIn(project, 'told-2.md')).toContain('plan.yaml:1:');
  expect(textIn(project, 'heard-2.txt')).toMatch(/plan\.yaml:8: tasks\.0\.task_id: .*\(task-id\)/);
  expect(asked.text).toMatch(/plan\.yaml:\d+: .*alias/);

  expect((await project.swarm('answer', asked.id, 'one more try')).code).toBe(0);
  const approval = await nextQuestion(project, runId, asked.seq);
  expect(approval.kind).toBe('approval');
  expect((await project.swarm('answer', approval.id, 'stop')).code).toBe(0);
  expect((await project.swarm('wait', runId, ...WAIT)).code).toBe(2);
  expect(await project.json('status', runId)).toMatchObject({ state: 'failed' });
  expect(planText(project)).not.toContain('write_page');
});

test('a plan of 0 or 2,000 tasks, of another name or of 10 MB is refused, and nothing is lost', async () => {
  const project = await makeDesigned();
  const [head = ''] = smallPlan('sign-up').split('tasks:');
  const tasks = smallPlan('sign-up').split('tasks:\n')[1] ?? '';
  project.write('versions/1.a.yaml', `${head}tasks: []\n`);
  project.write('versions/1.b.yaml', `${head}tasks:\n${tasks.repeat(2000)}`);
  project.write('versions/1.c.yaml', `# ${'x'.repeat(10_000_000)}\n${smallPlan('sign-up')}`);
  project.write('versions/1.d.yaml', `# ${'x'.repeat(2_000_000)}\n${smallPlan('sign-up')}`);
  project.write('versions/1.e.yaml', smallPlan('sign-out'));
  const runId = await startDesign(project);
  const asked = await nextQuestion(project, runId);
  const heard = textIn(project, 'heard-1.txt');
  expect(heard).toContain('(task-count)');
  expect(heard).toContain('2000 tasks');
  expect(heard).toContain('too large: plan.yaml (9.5 MB, at most 8.0 MB)');
  expect(heard).toContain('a plan has at most 1000000');
  expect(heard).toContain('write "name: sign-up"');
  expect(asked.options).toEqual(['one more try', 'stop']);
  await project.swarm('kill', runId);
});

test('a large plan is sent back once for the designs of others, whose answer comes as a turn', async () => {
  const project = await makeDesigned();
  const large = LARGE_PLAN.replace('name: user-management', 'name: sign-up');
  project.write('versions/1.yaml', large);
  project.write('asks-1.sh', 'swarm send instruction_writer "Write the instructions of every task."\n');
  project.write('versions/2.yaml', large);
  const runId = await startDesign(project);
  const asked = await nextQuestion(project, runId);
  expect(textIn(project, 'heard-1.txt')).toContain('swarm send instruction_writer');
  expect(textIn(project, 'told-2.md')).toContain('instruction_writer answers');
  expect(textIn(project, 'heard-2.txt')).toContain('accepted as version 2');
  expect([asked.kind, asked.text]).toEqual(['approval', expect.stringContaining('Version 2')]);
  await project.swarm('kill', runId);
});

test('the architect asks the person, and the answer stands in the plan that it hands in', async () => {
  const project = await makeDesigned();
  project.write('draft.yaml', smallPlan('sign-up', 'A page with FIELDS fields.'));
  const { root } = project;
  const asks = [
    'answer=$(swarm ask "How many fields?" --timeout 50s)',
    `sed "s/FIELDS/$answer/" ${root}/draft.yaml > plan.yaml`,
    `swarm plan submit plan.yaml >> ${root}/heard-1.txt 2>&1`,
  ];
  project.write('asks-1.sh', `${asks.join('\n')}\n`);
  const runId = await startDesign(project);
  const asked = await nextQuestion(project, runId);
  expect(asked.text).toContain('How many fields?');
  expect((await project.swarm('answer', asked.id, 'two')).code).toBe(0);
  const approval = await nextQuestion(project, runId, asked.seq);
  expect([approval.kind, approval.text]).toEqual(['approval', expect.stringContaining('two fields.')]);
  expect(textIn(project, 'turns').trim()).toBe('1');
  await project.swarm('kill', runId);
});

test('a design goes on after its supervisor was killed, before and after the approval', async () => {
  const project = await makeProject();
  await newPlan(project, 'sign-up');
  const runId = await startDesign(project);
  process.kill(await supervisorPid(project), 'SIGKILL');
  await project.swarm('supervisor', 'start');
  await nextQuestion(project, runId);
  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('plan', 'approve', 'sign-up')).code).toBe(0);
  expect((await project.swarm('wait', runId, ...WAIT)).code).toBe(0);
  expect(planText(project)).toContain('write_notes_1727539200');
});

test('an approval counts although the design is killed right after it', async () => {
  const project = await makeProject();
  await newPlan(project, 'sign-up');
  const runId = await startDesign(project);
  const { id } = await nextQuestion(project, runId);
  expect((await project.swarm('answer', id, 'approve')).code).toBe(0);
  await project.swarm('kill', runId);
  await expect.poll(() => planText(project), { timeout: 30_000 }).toContain('write_notes_1727539200');
  expect((await project.swarm('plan', 'approve', 'sign-up')).stdout).toContain('is approved already');
});

test('with --yes a design that passed is approved by itself, and the record says so', async () => {
  const project = await makeProject();
  await newPlan(project, 'sign-up');
  const ended = await project.swarm('plan', 'design', 'sign-up', '--yes', '--follow', '--quiet');
  expect(ended.code, ended.stderr).toBe(0);
  const events = await eventsOf(project, ended.stdout.trim().split('\n')[0] ?? '');
  const approved = events.find(({ event }) => event === 'plan-version-approved');
  expect(approved?.note).toContain('approved by itself: the design was started with --yes');
  expect(planText(project)).toContain('write_notes_1727539200');
  expect((await project.swarm('plan', 'run', 'sign-up', '--cli', 'rehearsal', '--quiet')).code).toBe(0);
});

test('a plan.yaml that a person changed meanwhile is kept beside the approved one', async () => {
  const project = await makeProject();
  await newPlan(project, 'sign-up');
  const runId = await startDesign(project);
  await nextQuestion(project, runId);
  project.write('.swarm/plans/sign-up/plan.yaml', smallPlan('sign-up', 'Mine.'));
  const approved = await project.json<{ kept_aside: string | null }>('plan', 'approve', 'sign-up');
  expect(approved.kept_aside).toBe('.swarm/plans/sign-up/plan.yaml.1.bak');
  expect(textIn(project, '.swarm/plans/sign-up/plan.yaml.1.bak')).toContain('goal: Mine.');
  expect(planText(project)).toContain('write_notes_1727539200');
  // What is written there afterwards stays: an approval is written down once.
  project.write('.swarm/plans/sign-up/plan.yaml', smallPlan('sign-up', 'Mine again.'));
  expect((await project.swarm('wait', runId, ...WAIT)).code).toBe(0);
  expect(planText(project)).toContain('goal: Mine again.');
});

test('a second design, a bare summary and an unknown plan are refused with what to do', async () => {
  const project = await makeProject();
  await project.swarm('plan', 'new', 'sign-up');
  const bare = await project.swarm('plan', 'design', 'sign-up');
  expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining('conversation_summary_sign-up.md')]);
  const unknown = await project.swarm('plan', 'design', 'sign-pu');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean: sign-up')]);

  project.write('.swarm/plans/sign-up/conversation_summary_sign-up.md', '# People can sign up\n');
  const runId = await startDesign(project);
  const second = await project.swarm('plan', 'design', 'sign-up');
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`swarm stop ${runId}`)]);
  await project.swarm('kill', runId);
});
