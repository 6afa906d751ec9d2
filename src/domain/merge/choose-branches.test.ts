import { expect, test } from 'vitest';
import { aWorkflow } from '../../../tests/samples/workflow.ts';
import { withRole } from '../run/workflow/state.ts';
import { start } from '../run/workflow/workflow-program.ts';
import { chooseBranches } from './choose-branches.ts';

const workflow = aWorkflow();
const memory = { definition: workflow, state: start(workflow, 'why').state };
const dev = { role: 'researcher', branch: 'swarm/researcher-17' };
const ops = { role: 'reviewer', branch: 'swarm/reviewer-17' };

test('the branch of a role that the run went on without is left out, unless it is named', () => {
  expect(chooseBranches(memory, [dev, ops], [])).toEqual({
    ok: true,
    value: { branches: [dev, ops], spared: [] },
  });
  const degraded = { ...memory, state: withRole(memory.state, 'reviewer', 'spared') };
  expect(chooseBranches(degraded, [dev, ops], [])).toEqual({
    ok: true,
    value: { branches: [dev], spared: [ops] },
  });
  expect(chooseBranches(degraded, [dev, ops], ['reviewer'])).toEqual({
    ok: true,
    value: { branches: [ops], spared: [] },
  });
});

test('a role without a branch is refused, with those that have one', () => {
  expect(chooseBranches(memory, [dev], ['resercher'])).toMatchObject({
    ok: false,
    refusal: { code: 'role-unknown', role: 'resercher', known: ['researcher'], near: ['researcher'] },
  });
});
