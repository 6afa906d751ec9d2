import type { MessageFact } from '../../src/domain/run/program.ts';
import type { Workflow } from '../../src/domain/workflow/workflow.ts';

/** A researcher and a reviewer, as most tests need them. */
export const aWorkflow = (more: Partial<Workflow> = {}): Workflow => ({
  name: 'research',
  description: 'Finds out',
  entry: 'research',
  iterations: 2,
  timeoutMs: 60_000,
  failure: 'fail',
  roles: [
    { name: 'researcher', persona: 'researcher', hasWorkspace: true, isOptional: false },
    { name: 'reviewer', persona: 'reviewer', hasWorkspace: false, isOptional: false },
  ],
  stages: [
    {
      name: 'research',
      role: 'researcher',
      task: 'Find out: {goal}\n{feedback}',
      on: [{ on: 'finding', move: { is: 'go', stage: 'verification' } }],
    },
    {
      name: 'verification',
      role: 'reviewer',
      task: 'Check: {input}',
      on: [
        { on: 'review.approved', move: { is: 'finish' } },
        { on: 'review.changes', move: { is: 'go', stage: 'research' } },
        { on: 'review.blocked', move: { is: 'ask', text: 'What now?', stage: null } },
      ],
    },
  ],
  ...more,
});

export const aMessage = (more: Partial<MessageFact>): MessageFact => ({
  is: 'message',
  id: 'm1',
  from: 'researcher',
  to: null,
  type: 'finding',
  verdict: null,
  findings: [],
  body: 'The sky is blue.',
  round: null,
  ...more,
});
