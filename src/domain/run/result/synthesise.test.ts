import { expect, test } from 'vitest';
import { finding, recordOf, review } from '../../../../tests/samples/run-record.ts';
import { aWorkflow } from '../../../../tests/samples/workflow.ts';
import type { TypedContent } from '../../message/message-content.ts';
import { synthesise } from './synthesise.ts';
import { listWanted } from './work.ts';

const sentBack = [{ about: 'Dust', text: 'there is none up there' }];
const artifact = (path: string): TypedContent => ({ type: 'artifact', path, summary: `wrote ${path}` });
const twoRounds = [
  ['researcher', finding('Dust makes it blue')],
  ['reviewer', review('changes', sentBack)],
  ['researcher', finding('Rayleigh scattering makes it blue')],
  ['reviewer', review('approved')],
] as const;

test('only what was approved stands as a result; what was sent back is named without its content', () => {
  const result = synthesise(recordOf(twoRounds));
  expect(result.success).toBe(true);
  expect(result.approved.findings.map(({ title }) => title)).toEqual(['Rayleigh scattering makes it blue']);
  expect(result.leftOut).toEqual([{ id: 'm1', role: 'researcher', type: 'finding', round: 1 }]);
  expect(result.summary).not.toContain('Dust');
  expect(result.summary).toContain('Rayleigh scattering');
  expect(result.reviews.map(({ round, verdict }) => [round, verdict])).toEqual([
    [1, 'changes'],
    [2, 'approved'],
  ]);
});

test('agents are summed up by what they sent, and findings by what was approved', () => {
  const { agents } = synthesise(recordOf(twoRounds));
  expect(agents).toEqual([
    { role: 'researcher', messagesProduced: 2, tasksCompleted: 2, findings: 1 },
    { role: 'reviewer', messagesProduced: 2, tasksCompleted: 2, reviewsPerformed: 2 },
  ]);
});

test('a round that led nowhere is no task completed', () => {
  const { agents, status, success, summary } = synthesise(
    recordOf([
      ['researcher', { type: 'status', body: 'reading' }],
      ['researcher', finding('One')],
      ['reviewer', { type: 'status', body: 'looking' }],
    ]),
  );
  expect([status, success]).toEqual(['cancelled', false]);
  expect(agents.map(({ role, tasksCompleted }) => [role, tasksCompleted])).toEqual([
    ['researcher', 1],
    ['reviewer', 0],
  ]);
  expect(summary).toContain('Nothing was approved');
});

test('what went on without a review is named as such, and never as approved', () => {
  const workflow = aWorkflow();
  const [research] = workflow.stages;
  const straight = { ...workflow, iterations: null, stages: research ? [{ ...research, on: [] }] : [] };
  const ending = { on: 'artifact', move: { is: 'finish' } } as const;
  const record = recordOf([['researcher', artifact('notes.md')]], {
    workflow: { ...straight, stages: straight.stages.map((stage) => ({ ...stage, on: [ending] })) },
  });
  expect(listWanted(record)).toMatchObject([{ path: 'notes.md', isApproved: false }]);
  const kept = listWanted(record).map((one) => ({ ...one, from: null, files: [], notes: [] }));
  const result = synthesise({ ...record, kept });
  expect(result.approved.artifacts).toEqual([]);
  expect(result.unreviewed.artifacts).toHaveLength(1);
  expect(result.summary).toContain('Not reviewed: 1 artefact');
});

test('what no role reviewed counts no more once a later round of its role was approved', () => {
  const record = recordOf(twoRounds);
  const result = synthesise({ ...record, state: { ...record.state, unreviewed: ['m1', 'm3'] } });
  expect(result.unreviewed.findings).toEqual([]);
  expect(result.leftOut.map(({ id }) => id)).toEqual(['m1']);
});

test('a file that is named twice is kept once, as it was named last', () => {
  const workflow = aWorkflow();
  const [research, verification] = workflow.stages;
  const on = [{ on: 'result', move: { is: 'go', stage: 'verification' } }] as const;
  const stages = research && verification ? [{ ...research, on }, verification] : [];
  const record = recordOf(
    [
      ['researcher', artifact('a.md')],
      ['researcher', artifact('b.md')],
      ['researcher', artifact('a.md')],
      ['researcher', { type: 'result', summary: 'done', body: '' }],
      ['reviewer', review('approved')],
    ],
    { workflow: { ...workflow, stages } },
  );
  expect(listWanted(record).map(({ messageId, path }) => [messageId, path])).toEqual([
    ['m2', 'b.md'],
    ['m3', 'a.md'],
  ]);
});

test('spending is summed by role and over all attempts', () => {
  const { spending } = synthesise(recordOf(twoRounds));
  expect(spending.total).toEqual({ costUsd: 0.6, inputTokens: 600, outputTokens: 60 });
  expect(spending.roles[0]).toMatchObject({
    role: 'researcher',
    cli: 'rehearsal',
    attempts: 2,
    costUsd: 0.3,
  });
});

test.each([
  ['agent_error', 'dev', false, true],
  ['agent_error', null, false, false],
  ['timeout', null, false, false],
  ['timeout', 'dev', true, true],
  ['routing_error', 'dev', true, true],
  ['system_error', 'dev', false, false],
  ['system_error', null, true, true],
] as const)('%s of %s that is recovered: %s could be recovered: %s', (...row) => {
  const [category, role, recovered, expected] = row;
  const errors = [{ category, role, recovered, message: 'x', at: 1 }];
  expect(synthesise(recordOf([], { errors })).errors[0]?.recoverable).toBe(expected);
});

test('branches are listed in the order of the roles, and one that two sessions shared only once', () => {
  const record = recordOf(twoRounds);
  const [first] = record.sessions;
  const again = first ? [{ ...first, session: { ...first.session, id: `${first.session.id}-2` } }] : [];
  const shared = record.workspaces.map((one) => ({ ...one, sessionId: `${one.sessionId}-2` }));
  const sessions = [...record.sessions, ...again];
  const { branches } = synthesise({ ...record, sessions, workspaces: [...record.workspaces, ...shared] });
  expect(branches).toEqual([
    { role: 'researcher', branch: `swarm/researcher-${record.run.id}`, baseCommit: '0123456789abcdef' },
  ]);
});

test('the same rows give the same result, whenever it is asked for', () => {
  const record = recordOf(twoRounds);
  expect(synthesise(record).durationMs).toBe(92_000);
  expect(synthesise(record)).toEqual(synthesise(record));
});

test('what a run has so far is no failure: it is running, and the time goes on', () => {
  const { run, ...record } = recordOf([['researcher', finding('One')]]);
  const result = synthesise({ ...record, run: { ...run, ending: null }, now: run.createdAt + 5_000 });
  expect([result.status, result.success, result.durationMs]).toEqual(['running', false, 5_000]);
  expect(result.summary).toContain('run is still running.\nNothing was approved so far.');
});

test('a review that was given out of turn is no review of the run', () => {
  const { reviews, agents } = synthesise(
    recordOf([
      ['reviewer', review('approved')],
      ['researcher', finding('One')],
      ['reviewer', review('approved')],
    ]),
  );
  expect(reviews.map(({ id }) => id)).toEqual(['m3']);
  expect(agents.find(({ role }) => role === 'reviewer')?.reviewsPerformed).toBe(1);
});
