import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../tests/samples/driven-plan.ts';
import { aReport, aRole } from '../../../tests/samples/run-report.ts';
import { soundPlan } from '../../../tests/samples/sound-plan.ts';
import { aQuestion, aTurn, T0 } from '../../../tests/store/rows.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import { styleFor } from '../style.ts';
import { renderPlanPicture } from './plan-picture.ts';
import { type PlanProgress, planStatusJson, taskLinesOf } from './plan-progress.ts';
import { renderPlanProgress } from './plan-progress-table.ts';

const PLAIN = styleFor(false);

/** A plan whose second task is blocked by a lost role, and whose others wait for it. */
function progressOf(tasks: number): PlanProgress {
  const needs = Array.from({ length: tasks }, (_, n) => (n < 2 ? [] : [1]));
  const run = new DrivenPlan(
    soundPlan({ needs, doers: tasks, verifiers: 1, hasFiles: false, hasGroup: false }),
  );
  run.handOver('agent_0');
  run.say('checker_0', 'review', 'approved');
  run.lose('agent_1');
  const round = run.turnOf('agent_0')?.round ?? null;
  const turns = [aTurn({ sessionId: 'r1-agent_0', round, createdAt: T0, changedAt: T0 + 90_000 })];
  const report = aReport({
    roles: [aRole('agent_0', {}, { turns }), aRole('agent_1')],
    questions: [
      aQuestion({
        id: 'q-1',
        runId: 'r1',
        sessionId: null,
        text: 'How shall\u001b[2J it go on?',
        state: 'open',
      }),
    ],
    now: T0 + 100_000,
  });
  return { run: report.run, definition: definePlan(run.plan), state: run.state, report, notes: [] };
}

test('a picture shows each task with its state and who it waits for', () => {
  const lines = renderPlanPicture(progressOf(3), { columns: 140, rows: 30 }, PLAIN);
  expect(lines[1]).toContain('1 of 3 tasks verified');
  expect(lines[2]).toMatch(/^✓ part_0_1727539200 +verified +agent_0 +1m 30s/);
  expect(lines[3]).toMatch(/^\? part_1_1727539200 +blocked .*waits for you$/);
  expect(lines[4]).toMatch(/^· part_2_1727539200 +pending .*waits for part_1_1727539200$/);
  expect(lines.at(-1)).toContain('swarm answer q-1');
});

test.each([
  [20, 8],
  [40, 10],
  [80, 24],
  [200, 60],
])('a picture of 100 tasks fits into %i columns and %i rows', (columns, rows) => {
  const lines = renderPlanPicture(progressOf(100), { columns, rows }, PLAIN);
  expect(lines.length).toBeLessThan(rows);
  for (const line of lines) expect([...line].length).toBeLessThan(columns);
  // What asks for the person is never left out; what is done is, first.
  expect(lines.some((line) => line.startsWith('? part_1_'))).toBe(true);
  expect(lines.some((line) => line.startsWith('✓'))).toBe(false);
  expect(lines.join('\n')).toContain('… and 1 verified'.slice(0, columns - 2).trimEnd());
  expect(lines.join('\n')).not.toContain('\u001b');
});

test('the time of a task ends with its last turn, and a question names its task', () => {
  const progress = progressOf(3);
  expect(taskLinesOf(progress).map(({ elapsedMs }) => elapsedMs)).toEqual([90_000, 0, 0]);
  expect(planStatusJson(progress).questions).toMatchObject([{ id: 'q-1', task_id: 'part_1_1727539200' }]);
  expect(renderPlanProgress(progress, PLAIN)).toContain('? blocked');
});
