import { expect, test } from 'vitest';
import { aMessage as aFact, aWorkflow } from '../../../tests/samples/workflow.ts';
import { aMessage, aRun, aSession, aWorkspace } from '../../../tests/store/rows.ts';
import { synthesise } from '../../domain/run/result/synthesise.ts';
import { workflowProgram } from '../../domain/run/workflow/workflow-program.ts';
import { runRecord } from './run-record.ts';

const workflow = aWorkflow();
const program = workflowProgram(workflow);
const content = { type: 'artifact', path: 'notes.md', summary: 'All of it' };

function rowsOf() {
  const facts = [
    aFact({ id: 'm1', type: 'artifact', round: 1 }),
    aFact({ id: 'm2', round: 1 }),
    aFact({ id: 'm3', from: 'reviewer', type: 'review', verdict: 'approved', round: 2 }),
  ];
  const state = facts.reduce((so, fact) => program.advance(so, fact).state, program.start('why').state);
  const session = aSession({ id: '17-researcher', runId: '17', role: 'researcher' });
  const wanted = aWorkspace({ sessionId: session.id, state: 'wanted' });
  return {
    run: aRun({ id: '17', state: 'running', ending: null }),
    memory: { definition: workflow, state },
    roles: [{ session, attempts: [], workspace: wanted }],
    messages: [aMessage({ id: 'm1', round: 1, fromRole: 'researcher', type: 'artifact', content })],
    errors: [],
    now: 9,
  };
}

test('files that were approved count before they are copied', () => {
  const { summary, approved } = synthesise(runRecord(rowsOf()));
  expect(approved.artifacts).toMatchObject([{ path: 'notes.md', files: [] }]);
  expect(summary).toContain('1 artefact');
  expect(summary).not.toContain('Nothing was approved');
});

test('a branch that is not made yet is no part of the result', () => {
  expect(synthesise(runRecord(rowsOf())).branches).toEqual([]);
});
