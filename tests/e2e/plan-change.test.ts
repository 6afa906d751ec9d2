import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APPROVES, asking, DOER, heardBy, makePlanProject, planText, startPlan } from './plan-scripts.ts';
import { awaitEvent, awaitRun, openGate, questionOf } from './runs.ts';

const GATE = 'until [ -e "$ROOT/../gate-work" ]; do sleep 0.05; done';
const PATH = 'escalation: [workflow_architect, user]';
const ROLES = { intro_agent: 'developer', outro_agent: 'waiter' };
const WAITER = {
  '*"The plan has changed"*': DOER['*'] ?? '',
  '*"Completion drive review"*': 'swarm send --type result done',
  '*': GATE,
};

test('the architect changes the plan while tasks work; only whose task it is hears of it', async () => {
  const project = await makePlanProject(
    {
      developer: asking('How long are the pages?'),
      waiter: WAITER,
      'workflow-architect': {
        '*': `echo "name: [" > broken.yaml; swarm plan change broken.yaml >> "$ROOT/refused" 2>&1
          cp orchestration/agents/workflow_architect/plan.yaml plan.yaml
          sed -i 's/outro_agent as one page/outro_agent as two pages/' plan.yaml
          swarm plan change plan.yaml
          swarm escalation answer $notes "two pages" --affects none`,
      },
    },
    ROLES,
  );
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  expect(question.text).toContain('changed: write_outro_agent_1727539201 (working), its work');
  expect((await project.swarm('answer', question.id, 'apply it')).code).toBe(0);
  await awaitEvent(project, runId, 'run-answered');
  openGate(project, 'work');
  expect(await awaitRun(project, runId)).toBe(0);
  expect(readFileSync(join(project.root, 'refused'), 'utf8')).toContain('is not changed: line');
  expect(heardBy(project, 'outro_agent')[1]).toContain('Write the part of outro_agent as two pages');
  expect(heardBy(project, 'intro_agent').join()).not.toContain('The plan has changed');
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
});

test('a person hands in a version with one more task: checked, verified, and worked off', async () => {
  const project = await makePlanProject(
    {
      waiter: {
        '*"Completion drive review"*': 'swarm send --type result done',
        '*': `${GATE}\n${DOER['*']}`,
      },
      'design-verifier': APPROVES,
    },
    ROLES,
  );
  const runId = await startPlan(project);
  const bad = project.write('bad.yaml', planText({ ...ROLES, index_agent: 'nobody' }, PATH));
  const refused = await project.swarm('plan', 'change', bad, runId);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('unknown persona "nobody"')]);
  const file = project.write('next.yaml', planText({ ...ROLES, index_agent: 'developer' }, PATH));
  const changed = await project.swarm('plan', 'change', file, runId);
  expect([changed.code, changed.stdout]).toEqual([
    0,
    expect.stringContaining('the design verifier judges it'),
  ]);
  // A plan that is edited in its file while it runs changes nothing.
  project.write('.swarm/plans/parts/plan.yaml', planText({ other_agent: 'developer' }, PATH));
  await awaitEvent(project, `${runId}-index_agent`, 'attempt-opened');
  openGate(project, 'work');
  expect(await awaitRun(project, runId)).toBe(0);
  const { stages } = await project.json<{ stages: { name: string; is_passed: boolean }[] }>('status', runId);
  expect(stages.map(({ name, is_passed }) => [name, is_passed])).toEqual([
    ['write_intro_agent_1727539200', true],
    ['write_outro_agent_1727539201', true],
    ['write_index_agent_1727539202', true],
  ]);
  expect(heardBy(project, 'design_verifier')[0]).toContain('- new: write_index_agent_1727539202');
  expect(await project.json('questions', '--all')).toEqual({ questions: [] });
});

test('an edit of a plan that runs begins with what the run goes on with, and goes to it', async () => {
  const project = await makePlanProject({ waiter: WAITER }, ROLES);
  const runId = await startPlan(project);
  const edit = (command: string) => {
    const editor = project.write('bin/editor.sh', `#!/bin/sh\n${command}\n`);
    chmodSync(editor, 0o755);
    return project.swarmWith({ env: { EDITOR: editor } }, 'plan', 'edit', 'parts');
  };
  const FILE = '.swarm/plans/parts/plan.yaml';
  const text = (pages: string): string =>
    planText(ROLES, PATH).replace('outro_agent as one page', `outro_agent as ${pages}`);
  const changed = await project.swarm('plan', 'change', project.write('next.yaml', text('two pages')), runId);
  expect(changed.code, changed.stderr).toBe(0);

  const unsound = await edit('sed -i s/checker/outro_agent/ "$1"');
  expect([unsound.code, unsound.stderr]).toEqual([1, expect.stringContaining('plan.yaml:')]);
  const copy = join(project.root, '.swarm/plans/parts/plan.edit.yaml');
  rmSync(copy);
  const edited = await edit(`sed -i 's/as two pages/as three pages/' "$1"`);
  expect([edited.code, edited.stdout]).toEqual([0, expect.stringContaining(`Handed in to run ${runId}`)]);
  expect(edited.stderr).toContain(`Run ${runId} of parts is at work`);
  expect(readFileSync(join(project.root, FILE), 'utf8')).toContain('outro_agent as three pages');

  project.write(FILE, text('four pages'));
  const byHand = await edit('true');
  expect([byHand.code, byHand.stdout]).toEqual([0, expect.stringContaining('it is in force')]);
  const same = await edit('true');
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Nothing was changed')]);
  openGate(project, 'work');
  expect(await awaitRun(project, runId)).toBe(0);
  expect(heardBy(project, 'outro_agent').join()).toContain('Write the part of outro_agent as four pages');
  expect(heardBy(project, 'intro_agent').join()).not.toContain('The plan has changed');
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
});

test('a run that was started with --yes lets its architect change the plan unasked', async () => {
  const project = await makePlanProject(
    {
      developer: asking('How long are the pages?'),
      'workflow-architect': {
        '*': `sed 's/as one page/as two pages/' "$ROOT/.swarm/plans/parts/plan.yaml" > plan.yaml
          swarm plan change plan.yaml
          swarm escalation answer $notes "two pages" --affects none`,
      },
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project, '--yes');
  expect(await awaitRun(project, runId)).toBe(0);
  expect(await project.json('questions', '--all')).toEqual({ questions: [] });
  expect(heardBy(project, 'intro_agent')[1]).toContain('as two pages');
});
