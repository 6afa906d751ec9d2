import { expect, test } from 'vitest';
import type { EventAnswer } from '../../src/contract/answer/event.ts';
import type { PlanAnswer } from '../../src/contract/answer/plan.ts';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';
import type { WorkflowAnswer } from '../../src/contract/answer/workflow.ts';
import { layOut } from './lay-out.ts';
import { graphOfPlan, graphOfWorkflow } from './run-graph.ts';
import { standingsAt } from './timeline.ts';

const task = (task_id: string, status: string) => ({ task_id, role: 'r', status });
const run = {
  ended_at: null,
  tasks: [task('a', 'verified'), task('b', 'working')],
  stages: [
    { name: 'build', role: 'dev', is_passed: true, is_current: false },
    { name: 'review', role: 'rev', is_passed: true, is_current: true },
  ],
} as unknown as RunStatusAnswer;

test('a plan is drawn along its dependencies, and without them where its file is gone', () => {
  const plan = {
    tasks: [
      { task_id: 'a', dependencies: ['unknown'] },
      { task_id: 'b', dependencies: ['a'] },
    ],
  } as unknown as PlanAnswer;
  expect(graphOfPlan(run, plan).edges).toEqual([{ from: 'a', to: 'b', label: '' }]);
  expect(graphOfPlan(run, undefined).nodes.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'completed'],
    ['b', 'working'],
  ]);
});

test('a task is called by the words of its id', () => {
  const tasks = [task('sign_up_form_1727539300', 'working'), task('step_12', 'working')];
  const labels = graphOfPlan({ ...run, tasks } as RunStatusAnswer, undefined).nodes.map(({ label }) => label);
  expect(labels).toEqual(['sign_up_form', 'step_12']);
});

test('a workflow is drawn along its triggers; its current stage is at work until the run is over', () => {
  const workflow = {
    stages: [
      { name: 'build', on: [{ on: 'code', move: { is: 'go', stage: 'review' } }] },
      {
        name: 'review',
        on: [
          { on: 'approve', move: { is: 'finish' } },
          { on: 'no', move: { is: 'go', stage: 'build' } },
        ],
      },
    ],
  } as unknown as WorkflowAnswer;
  const graph = graphOfWorkflow(run, workflow);
  expect(graph.edges).toEqual([
    { from: 'build', to: 'review', label: 'code' },
    { from: 'review', to: 'build', label: 'no' },
  ]);
  expect(graph.nodes.map(({ state }) => state)).toEqual(['completed', 'working']);
  expect(graphOfWorkflow({ ...run, ended_at: '2026-01-27T12:00:00Z' }, workflow).nodes[1]?.state).toBe(
    'completed',
  );
  const { nodes, edges, width } = layOut(graph, { width: 100, height: 40 });
  expect(nodes.every(({ x }) => x > 0 && x < width)).toBe(true);
  expect(edges.every(({ points }) => points.length > 1)).toBe(true);
});

test('the timeline tells where all stood after any line of the journal', () => {
  const event = (session_id: string | null, to_state: string | null) =>
    ({ session_id, run_id: 'run', to_state }) as EventAnswer;
  const events = [
    event(null, 'running'),
    event('s', 'starting'),
    event('s', null),
    event('s', 'released'),
    event('s', 'working'),
  ];
  expect(standingsAt(events, 4)).toEqual([
    { id: 'run', state: 'running' },
    { id: 's', state: 'starting' },
  ]);
  expect(standingsAt(events, 5)).toEqual([
    { id: 'run', state: 'running' },
    { id: 's', state: 'working' },
  ]);
});
