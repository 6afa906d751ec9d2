import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundPlan, soundPlans } from '../../../tests/samples/sound-plan.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { parsePlan } from './parse-plan.ts';
import { renderPlan } from './render-plan.ts';

const readAgain = (plan: Plan): Plan | null => parsePlan(renderPlan(plan)).plan;

test('a plan that is rendered and read again is the same plan', () => {
  fc.assert(
    fc.property(soundPlans, (plan) => {
      expect(readAgain(plan)).toEqual(plan);
    }),
  );
});

test('what may be left out is there again, and odd words stay as they are', () => {
  const plan = soundPlan({ needs: [[], [0]], doers: 2, verifiers: 1, hasFiles: true, hasGroup: false });
  const odd: Plan = {
    ...plan,
    timeoutMs: 90_000,
    escalation: ['user'],
    newPersonas: [{ name: 'page-writer', specification: 'Writes: plain # HTML\n- and "more"' }],
    tasks: plan.tasks.map((task) => ({
      ...task,
      instructions: 'Say "yes: no" & *not* more\n\n  than {this}: [x]\n\tand a tab',
      criteria: [{ text: '#1 is: true', command: 'test -s "x: y" && echo \'ok\'', file: null }],
      timeoutMs: 61_500,
      retries: 0,
      escalation: ['workflow_architect', 'user'],
    })),
  };
  expect(readAgain(odd)).toEqual(odd);
});
