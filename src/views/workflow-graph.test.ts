import { expect, test } from 'vitest';
import { aWorkflow } from '../../tests/samples/workflow.ts';
import { styleFor } from './style.ts';
import { renderWorkflow } from './workflow-graph.ts';

test('a workflow is drawn with its stages in order, and what leads where', () => {
  expect(renderWorkflow(aWorkflow(), styleFor(false))).toMatchInlineSnapshot(`
    "research
    Finds out
    each stage at most 2 times · ends after 1m 0s · fails when a role is lost

      ┌ research ────────────────────────────────┐
      │ researcher                               │
      │   finding  ↓ verification                │
      └─────────────────────┬────────────────────┘
                            ▼
      ┌ verification ────────────────────────────┐
      │ reviewer                                 │
      │   review.approved  ■ done                │
      │   review.changes   ↑ research            │
      │   review.blocked   ? asks you: What now? │
      └──────────────────────────────────────────┘

    ROLE        PERSONA     WORKSPACE     NEEDED
    researcher  researcher  own worktree  required
    reviewer    reviewer    -             required
    "
  `);
});

test('no line of a drawing is wider than 80 columns, and none obeys what a text holds', () => {
  const stages = aWorkflow().stages.map((stage) => ({
    ...stage,
    on: stage.on.map((transition) =>
      transition.move.is === 'ask'
        ? { ...transition, move: { ...transition.move, text: `long\u001b[2J\n ${'word '.repeat(50)}` } }
        : transition,
    ),
  }));
  const drawn = renderWorkflow(aWorkflow({ stages, description: 'd'.repeat(300) }), styleFor(false));
  expect(Math.max(...drawn.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  expect(drawn).not.toContain('\u001b');
});
