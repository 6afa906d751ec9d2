import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../tests/samples/driven-plan.ts';
import { aPart, aPlan, partId } from '../../../tests/samples/plan.ts';
import { aReport } from '../../../tests/samples/run-report.ts';
import { aMemory, aMessage, T0 } from '../../../tests/store/rows.ts';
import type { TaskRound } from '../../domain/plan/verification.ts';
import { designProgram } from '../../domain/run/design/design-program.ts';
import { type DesignState, defineDesign } from '../../domain/run/design/design-state.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import { verificationsJson } from './verification-json.ts';

const ROUND: TaskRound = {
  runId: 'r1',
  taskId: partId(0),
  number: 2,
  isConfirmation: false,
  verifier: 'checker',
  verdict: 'changes',
  findings: [
    { about: 'depth.txt:3', text: 'measured once only' },
    { about: 'the rope', text: 'too short' },
  ],
  summary: 'Nearly.',
  commit: 'abc',
  at: T0,
};

test('a verdict on a task says of each finding what of the task it is about', () => {
  const plan = aPlan([aPart(0, { outputs: [{ path: 'sea/depth.txt', format: null }] })]);
  const memory = { definition: definePlan(plan), state: new DrivenPlan(plan).state };
  expect(verificationsJson(aReport({ memory, rounds: [ROUND] }))).toMatchObject([
    {
      task_id: partId(0),
      version: null,
      round: 2,
      verdict: 'changes',
      findings: [
        { about: 'depth.txt:3', subject: 'file', text: 'measured once only' },
        { about: 'the rope', subject: 'other' },
      ],
    },
  ]);
});

test('a verdict on a design has the words of its message, and stays without them', () => {
  const definition = defineDesign({ plan: 'sea', summary: '', rounds: 3, isUnattended: false });
  // The program of a design made it.
  const state = designProgram(definition).start('sea').state as DesignState;
  const report = { round: 1, version: 2, messageId: 'm1', verdict: 'changes' } as const;
  const judged = { ...state, design: { ...state.design, reports: [report] } };
  const findings = [{ about: 'a_1', text: 'too vague' }];
  const content = { verdict: 'changes', summary: 'Nearly.', findings };
  const message = aMessage({ id: 'm1', fromRole: 'design_verifier', type: 'review', content });
  const of = (messages: readonly (typeof message)[]) =>
    verificationsJson(aReport({ memory: { definition, state: judged }, messages }));
  expect(of([message])).toMatchObject([
    {
      task_id: null,
      version: 2,
      verifier: 'design_verifier',
      summary: 'Nearly.',
      findings: [{ about: 'a_1', subject: 'other', text: 'too vague' }],
    },
  ]);
  expect(of([])).toMatchObject([{ version: 2, verdict: 'changes', verifier: null, findings: [], at: null }]);
});

test('a workflow has no verifications of its own', () => {
  expect(verificationsJson(aReport({ memory: aMemory() }))).toEqual([]);
});
