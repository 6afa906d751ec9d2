import { beforeEach, expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { NO_OPENINGS } from '../../../tests/samples/openings.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aRun, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { parseWorkflow } from '../../contract/parse-workflow.ts';
import { roleSessionId } from '../../domain/run/names.ts';
import { workflowProgram } from '../../domain/run/workflow/workflow-program.ts';
import type { Workflow } from '../../domain/workflow/workflow.ts';
import type { Write } from '../../store/store.ts';
import { openDraft } from '../draft.ts';
import { requeueMessage } from '../message/requeue-message.ts';
import { applyOrder, NO_ROWS } from './apply-orders.ts';
import { applyRunFact } from './apply-run-fact.ts';
import { killRun } from './kill-run.ts';
import { routeMessage } from './route-message.ts';
import { type RunDraft, writesOf } from './run-draft.ts';
import { runRecord } from './run-record.ts';
import { reportRun } from './show-run.ts';
import { stopRun } from './stop-run.ts';

const TEXT = `
name: pair
entry: work
iterations: 2
failure: ask
roles:
  worker: { persona: developer, workspace: true }
  judge: { persona: reviewer }
stages:
  work:
    role: worker
    task: "Do {goal} {feedback}"
    on: { artifact: { go: check } }
  check:
    role: judge
    task: "Check {input}"
    on: { review.approved: { finish: true }, review.changes: { go: work } }
`;

let store: OracleStore;
let poked: string[];
let serial: number;
let blobs: Map<string, string>;

const deps = () => ({
  store,
  clock: { now: () => T0 + serial++ },
  ids: { uuid: () => `id-${serial++}`, hash: (text: string) => text.replaceAll(/\W/g, '').slice(-12) },
  config: aConfig({ retries: 3 }),
  by: 'tester',
  poke: async (key: string) => void poked.push(key),
  openings: NO_OPENINGS,
  blobs: {
    pathOf: (sha256: string) => `/blobs/${sha256}`,
    ensure: async (sha256: string, text: string) => void blobs.set(sha256, text),
  },
});

const definition = (): Workflow => {
  const { workflow } = parseWorkflow(TEXT, { name: 'pair', file: 'pair.yaml' });
  if (!workflow) throw new Error('the workflow of this test is broken');
  return workflow;
};

const RUN = '17';

beforeEach(async () => {
  [store, poked, serial, blobs] = [new OracleStore(), [], 1, new Map()];
  const workflow = definition();
  const { state, orders } = workflowProgram(workflow).start('the dishes');
  const run = aRun({ id: RUN, stage: state.stage, state: 'running', runningSince: T0 });
  const draft: RunDraft = {
    run,
    memory: { definition: workflow, state },
    roles: new Map(),
    writes: [{ kind: 'add-run', run, memory: { definition: workflow, state }, journal: journal() }],
    at: T0,
    by: 'tester',
  };
  for (const role of ['worker', 'judge']) {
    const hasWorkspace = role === 'worker';
    const session = aSession({
      hasWorkspace,
      id: roleSessionId(RUN, role),
      runId: RUN,
      role,
      ends: 'when-told',
      state: 'idle',
    });
    const opened = openDraft(session, [], draft);
    opened.writes.push({ kind: 'add-session', session, spec: aSpec(), journal: journal() });
    draft.roles.set(role, opened);
  }
  for (const order of orders) applyOrder(draft, order, { ...NO_ROWS, ids: deps().ids, retries: 3 });
  expect(await store.commit(writesOf(draft))).toEqual({ saved: true });
});

type Address = Readonly<{ to?: string | null; id?: string }>;
const journal = () => ({ at: T0, by: 'tester', note: '' });
const sessionOf = async (role: string) => {
  const found = await store.findSession(roleSessionId(RUN, role));
  if (!found) throw new Error(`no session of ${role}`);
  return found;
};
const turnsOf = async (role: string) => store.listTurns(roleSessionId(RUN, role));
const post = async (role: string, content: unknown, { to = null, id = `m${serial++}` }: Address = {}) =>
  routeMessage(deps(), {
    session: await sessionOf(role),
    id,
    to,
    content,
    taken: (why): readonly Write[] => [{ kind: 'add-intake', key: id, at: T0, answer: why ?? 'ok' }],
  });

const WORK = { type: 'artifact', path: 'sink.md', summary: 'The dishes are done.' };
const NO = { type: 'review', verdict: 'changes', findings: [{ about: 'sink.md', text: 'still dirty' }] };
const YES = { type: 'review', verdict: 'approved' };

test('what a role hands in becomes the next task, its delivery and the next stage at once', async () => {
  expect(await post('worker', WORK)).toMatchObject({ is: 'routed' });
  expect(await store.findRun(RUN)).toMatchObject({
    stage: 'check',
    round: 2,
    progress: 50,
    state: 'running',
  });
  const [task] = await turnsOf('judge');
  expect(task).toMatchObject({ kind: 'prompt', round: 2, state: 'queued' });
  expect(task?.body).toContain('The dishes are done.');
  expect(task?.body).toContain('swarm/worker-17 (worker)');
  expect(await store.listDeliveries({ runId: RUN, role: 'judge' })).toMatchObject([{ turnId: task?.id }]);
  expect(poked).toEqual(['run:17', '17-judge']);
});

test('a rejection goes back with its finding, and only what was approved counts', async () => {
  await post('worker', WORK);
  await post('judge', NO);
  const task = (await turnsOf('worker')).at(-1);
  expect(task?.body).toContain('- sink.md: still dirty');
  await post('worker', { ...WORK, summary: 'Now they are clean.' });
  await post('judge', YES);
  const run = await store.findRun(RUN);
  expect(run).toMatchObject({ state: 'synthesising', ending: 'completed' });
  const memory = await store.findRunMemory(RUN);
  const approved = Object.values(memory?.state.approved ?? {}).flat();
  const messages = await store.listMessages({ runId: RUN });
  expect(messages.filter(({ id }) => approved.includes(id)).map(({ body }) => body)).toEqual([
    'sink.md\nNow they are clean.',
  ]);
  expect((await sessionOf('worker')).state).toBe('stopping');
});

test('a reminder brings nothing along, and the journal does not say so', async () => {
  await post('worker', WORK);
  const fact = { is: 'turn-ended', role: 'judge', round: 2 } as const;
  expect(await applyRunFact(deps(), { runId: RUN, fact, note: 'no word' })).toBe('taken');
  const [task, reminder] = await turnsOf('judge');
  expect(reminder?.body).toContain('Send one of: review.approved');
  expect(await store.listDeliveries({ runId: RUN, role: 'judge' })).toMatchObject([{ turnId: task?.id }]);
  const lines = await store.listJournal({ runId: RUN, after: 0, limit: 100 });
  expect(lines.filter(({ event }) => event === 'message-routed')).toHaveLength(1);
});

test('what cannot be routed is a dead letter with the reason, and the run goes on', async () => {
  expect(await post('worker', { type: 'artifact' })).toMatchObject({ is: 'dead-letter' });
  expect(await post('worker', WORK, { to: 'nobody' })).toMatchObject({
    is: 'dead-letter',
    why: 'there is no role "nobody" in this run; there are worker, judge',
  });
  expect(await store.listMessages({ runId: RUN, isDeadLetter: true })).toHaveLength(2);
  expect(await store.listRunErrors(RUN)).toMatchObject([
    { category: 'routing_error', recovered: true },
    { category: 'routing_error', recovered: true },
  ]);
  expect(await store.findRun(RUN)).toMatchObject({ stage: 'work', state: 'running' });
});

test('the same message twice is one message', async () => {
  await post('worker', WORK, { id: 'same' });
  expect(await post('worker', WORK, { id: 'same' })).toMatchObject({ is: 'routed' });
  expect(await store.listMessages({ runId: RUN })).toHaveLength(1);
  expect(await store.findRun(RUN)).toMatchObject({ round: 2 });
});

test('a question travels to the other role and moves nothing', async () => {
  await post('worker', { type: 'question', body: 'Hot or cold?' }, { to: 'judge' });
  expect((await turnsOf('judge')).at(-1)).toMatchObject({ kind: 'prompt', round: null });
  expect(await store.findRun(RUN)).toMatchObject({ stage: 'work', round: 1 });
});

test('a message of an earlier round moves nothing', async () => {
  const { id } = await sessionOf('worker');
  const [turn] = await turnsOf('worker');
  if (!turn) throw new Error('the worker has no task');
  await post('worker', WORK);
  await post('judge', NO);
  const handed = { ...turn, state: 'seen' as const, attempt: 1 };
  await store.commit([
    { kind: 'step-turn', step: { from: turn, event: 'hand', to: handed }, journal: journal() },
  ]);
  expect((await store.listTurns(id)).map(({ state }) => state)).toEqual(['seen', 'queued']);
  await post('worker', WORK);
  expect(await store.findRun(RUN)).toMatchObject({ stage: 'work', round: 3 });
});

test('at the limit of rounds a person is asked, and the answer leads on', async () => {
  for (const _ of [1, 2]) {
    await post('worker', WORK);
    await post('judge', NO);
  }
  expect(await store.findRun(RUN)).toMatchObject({ state: 'waiting' });
  const [question] = await store.listQuestions({ runId: RUN, state: 'open' });
  expect(question).toMatchObject({
    sessionId: null,
    kind: 'run',
    payload: { number: 1 },
    options: expect.arrayContaining(['stop']),
  });
  if (!question) throw new Error('no person was asked');
  const answered = { ...question, state: 'answered' as const, answer: 'accept as it is' };
  await store.commit([{ kind: 'step-question', step: { from: question, to: answered }, journal: journal() }]);
  const fact = { is: 'answered', question: 1, answer: 'accept as it is' } as const;
  expect(await applyRunFact(deps(), { runId: RUN, fact, note: '', question: answered })).toBe('taken');
  expect(await store.findRun(RUN)).toMatchObject({ state: 'synthesising', ending: 'completed' });
  expect(await store.findQuestion(question.id)).toMatchObject({ state: 'delivered' });
});

test('a fact that another process took in meanwhile is not taken in again', async () => {
  const fact = { is: 'turn-ended', role: 'worker', round: 1 } as const;
  const more: readonly Write[] = [{ kind: 'add-intake', key: 'once', at: T0, answer: '' }];
  expect(await applyRunFact(deps(), { runId: RUN, fact, note: '', more })).toBe('taken');
  expect(await applyRunFact(deps(), { runId: RUN, fact, note: '', more })).toBe('moved');
  expect(await turnsOf('worker')).toHaveLength(2);
});

test('a role that is lost and started again goes on in another session', async () => {
  const session = await sessionOf('worker');
  const over = {
    ...session,
    state: 'failed' as const,
    ending: 'failed' as const,
    version: session.version + 1,
  };
  await store.commit([
    { kind: 'step-session', step: { from: session, event: 'gone', to: over }, journal: journal() },
  ]);
  const lost = { is: 'session-ended', role: 'worker', ending: 'failed', reason: 'crash' } as const;
  await applyRunFact(deps(), { runId: RUN, fact: lost, note: '' });
  const answer = { is: 'answered', question: 1, answer: 'start it again' } as const;
  await applyRunFact(deps(), { runId: RUN, fact: answer, note: '' });
  expect(await store.findSession('17-worker-2')).toMatchObject({
    state: 'created',
    role: 'worker',
    attempt: 0,
  });
  expect(await store.listTurns('17-worker-2')).toMatchObject([{ kind: 'prompt', round: 1 }]);
});

test('stop lets the roles go and keeps what there is; kill ends them at once', async () => {
  expect(await stopRun(deps(), { runId: RUN, reason: 'late' })).toMatchObject({
    ok: true,
    value: { report: { run: { state: 'synthesising', ending: 'cancelled' } }, wasOver: false },
  });
  expect(await sessionOf('worker')).toMatchObject({ state: 'stopping', ending: 'completed' });
  expect(await killRun(deps(), { runId: RUN, reason: 'now' })).toMatchObject({
    value: { run: { state: 'cancelled' } },
  });
  expect(await stopRun(deps(), { runId: RUN, reason: 'late' })).toMatchObject({ value: { wasOver: true } });
  expect(await applyRunFact(deps(), { runId: RUN, fact: { is: 'deadline-passed' }, note: '' })).toBe('over');
});

test('kill withdraws the question that the run waited for', async () => {
  for (const _ of [1, 2]) {
    await post('worker', WORK);
    await post('judge', NO);
  }
  await killRun(deps(), { runId: RUN, reason: 'now' });
  expect(await store.listQuestions({ runId: RUN })).toMatchObject([{ state: 'superseded' }]);
});

test('a dead letter moves the run when a person routes it again, and only once', async () => {
  expect(await post('worker', WORK, { to: 'nobody', id: 'lost' })).toMatchObject({ is: 'dead-letter' });
  const refused = await requeueMessage(deps(), { messageId: 'lost' });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'message-still-bad' } });
  const routed = await requeueMessage(deps(), { messageId: 'lost', to: 'judge' });
  expect(routed).toMatchObject({ ok: true, value: { deadLetter: null, toRole: 'judge' } });
  expect(await store.findRun(RUN)).toMatchObject({ stage: 'check' });
  const again = await requeueMessage(deps(), { messageId: 'lost', to: 'judge' });
  expect(again).toMatchObject({ ok: false, refusal: { code: 'message-not-dead-lettered' } });
});

test('a long text lies in a blob, and its message counts for the result all the same', async () => {
  const summary = 'All of them. '.repeat(10_000);
  await post('worker', { ...WORK, summary }, { id: 'long' });
  const message = await store.findMessage('long');
  const [blob] = (message?.content?.blobs ?? []) as readonly { sha256: string; path: string }[];
  expect(blobs.get(blob?.sha256 ?? '')).toBe(summary);
  expect(message?.body.length).toBeLessThan(2_000);
  expect((await turnsOf('judge'))[0]?.body).toContain(blob?.path);
  const run = await store.findRun(RUN);
  if (!run) throw new Error('no run');
  const { said } = runRecord(await reportRun(deps(), run));
  expect(said).toMatchObject([{ id: 'long', content: { type: 'artifact', path: 'sink.md' } }]);
});

test('the record tells of an answer, and of the stage that it leads to', async () => {
  for (const _ of [1, 2]) {
    await post('worker', WORK);
    await post('judge', NO);
  }
  const fact = { is: 'answered', question: 1, answer: 'one more round' } as const;
  await applyRunFact(deps(), { runId: RUN, fact, note: 'one more round' });
  const lines = await store.listJournal({ after: 0, limit: 1000, runId: RUN });
  const told = lines.filter(({ event }) => /^run-/.test(event)).slice(-2);
  expect(told.map(({ event, fromState, toState }) => [event, fromState, toState])).toEqual([
    ['run-answered', 'waiting', 'running'],
    ['run-stage', 'check', 'work'],
  ]);
});
