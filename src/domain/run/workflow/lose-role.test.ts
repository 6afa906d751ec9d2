import { expect, test } from 'vitest';
import { aWorkflow } from '../../../../tests/samples/workflow.ts';
import { applySessionEnd } from './lose-role.ts';
import { start } from './workflow-program.ts';

test('a role that is lost because it was silent is a timeout', () => {
  const silent = {
    is: 'session-ended',
    role: 'researcher',
    ending: 'failed',
    reason: 'silent for 9 min',
    isTimeout: true,
  } as const;
  const context = { workflow: aWorkflow(), state: start(aWorkflow(), 'why').state };
  const { orders } = applySessionEnd(context, silent);
  expect(orders).toContainEqual(expect.objectContaining({ is: 'record-error', category: 'timeout' }));
});
