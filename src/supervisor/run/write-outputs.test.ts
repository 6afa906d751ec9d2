import { expect, test } from 'vitest';
import { aMessage as aFact, aWorkflow } from '../../../tests/samples/workflow.ts';
import { aMessage, anAttempt, aRun, aSession, aWorkspace } from '../../../tests/store/rows.ts';
import type { RunRows } from '../../app/run/run-record.ts';
import type { Message } from '../../domain/message/message.ts';
import { workflowProgram } from '../../domain/run/workflow/workflow-program.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { OutputOrder, Outputs } from '../../runtime/outputs/outputs.ts';
import { writeOutputs } from './write-outputs.ts';

const workflow = aWorkflow();
const program = workflowProgram(workflow);
const said = (id: string, round: number, more: Partial<Message>): Message =>
  aMessage({ id, round, runId: '17', fromRole: 'researcher', ...more });
const finding = (title: string) => ({ type: 'finding', title, body: 'So it is.' });

function rowsOf(): RunRows {
  let { state } = program.start('why');
  state = program.advance(state, aFact({ id: 'm1', round: 1 })).state;
  const review = { id: 'm2', from: 'reviewer', type: 'review', verdict: 'approved', round: 2 } as const;
  state = program.advance(state, aFact(review)).state;
  const session = aSession({ id: '17-researcher', runId: '17', role: 'researcher' });
  return {
    run: aRun({ id: '17', state: 'synthesising', ending: 'completed' }),
    memory: { definition: workflow, state },
    roles: [
      { session, attempts: [anAttempt({ costUsd: 0.5 })], workspace: aWorkspace({ sessionId: session.id }) },
    ],
    messages: [
      said('m1', 1, { type: 'finding', content: finding('It is so') }),
      said('m0', 1, { type: 'finding', content: finding('Dead letter'), deadLetter: 'not routed' }),
      said('m9', 1, { type: 'finding', content: { type: 'finding', title: '' } }),
      said('m2', 2, {
        fromRole: 'reviewer',
        type: 'review',
        content: { type: 'review', verdict: 'approved', summary: '', findings: [] },
      }),
    ],
    errors: [],
    now: 9,
  };
}

async function textsOf(rows: RunRows, commits: number): Promise<Readonly<Record<string, string>>> {
  const orders: OutputOrder[] = [];
  const ensureWritten = async (order: OutputOrder) => {
    orders.push(order);
    return [];
  };
  const workspaces = {
    listWithCommits: async (all: readonly Workspace[]) => (commits > 0 ? all : []),
  };
  await writeOutputs({ outputs: { ensureWritten }, workspaces }, rows);
  return orders[0]?.render([], 'outputs/17') ?? {};
}

test('a branch is named where it holds commits, because an empty one goes with its workspace', async () => {
  expect((await textsOf(rowsOf(), 2))['summary.md']).toContain('## Branches');
  const bare = await textsOf(rowsOf(), 0);
  expect(bare['summary.md']).not.toContain('## Branches');
  expect(JSON.parse(bare['result.json'] ?? '')).toMatchObject({ branches: [], merge: null });
});

test('what came of a run is written from its rows, without dead letters and unreadable rows', async () => {
  const orders: OutputOrder[] = [];
  const outputs: Outputs = {
    ensureWritten: async (order) => {
      orders.push(order);
      return [];
    },
  };
  const listWithCommits = async () => [];
  await writeOutputs({ outputs, workspaces: { listWithCommits } }, rowsOf());
  expect(orders[0]).toMatchObject({ runId: '17', wanted: [], workspaces: [{ role: 'researcher' }] });
  const texts = orders[0]?.render([], 'outputs/17') ?? {};
  expect(Object.keys(texts)).toEqual(['summary.md', 'result.json']);
  expect(texts['summary.md']).toContain('### It is so');
  expect(texts['summary.md']).not.toContain('Dead letter');
  expect(JSON.parse(texts['result.json'] ?? '')).toMatchObject({
    success: true,
    cost: { costUsd: 0.5 },
    agentSummaries: { researcher: { messagesProduced: 1, tasksCompleted: 1 } },
  });
});
