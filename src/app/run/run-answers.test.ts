import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import type { MergeEnd } from '../../domain/merge/merge.ts';
import type { AppDeps, FolderDeps } from '../deps.ts';
import { listEvents } from '../event/list-events.ts';
import type { AnyVerb } from '../verb.ts';
import { VERBS, type VerbName } from '../verbs.ts';

const LOADED = await Promise.all(Object.values(VERBS).map((load) => load() as Promise<AnyVerb>));
const RUN = '17';
const WORKER = `${RUN}-researcher`;

function verbNamed(name: VerbName): AnyVerb {
  const verb = LOADED.find((one) => one.name === name);
  if (!verb) throw new Error(`no verb is named ${name}`);
  return verb;
}

async function openProject() {
  const store = new OracleStore();
  let serial = 1;
  const session = aSession({ id: WORKER, runId: RUN, role: 'researcher', state: 'idle', ends: 'when-told' });
  const run = aRun({ id: RUN, state: 'running', runningSince: T0 });
  const saved = await store.commit([
    { kind: 'add-run', run, memory: aMemory(), journal: aNote() },
    { kind: 'add-session', session, spec: aSpec(), journal: aNote() },
    { kind: 'add-loop', loop: aLoop({ id: 'nightly' }), journal: aNote() },
  ]);
  expect(saved).toEqual({ saved: true });
  const deps = {
    store,
    clock: { now: () => T0 + serial++ },
    ids: { uuid: () => `id-${serial++}`, hash: (text: string) => text },
    config: { retries: 3, timeouts: { graceMs: 1 }, workspace: { trashDays: 1 } },
    by: 'tester',
    poke: async () => {},
    blobs: { pathOf: (sha256: string) => `/blobs/${sha256}`, ensure: async () => {} },
    supervisor: { ensureRunning: async () => ({ pid: 7, started: true }) },
    nameOutputs: () => 'outputs/17',
    readOutputs: async () => null,
    closePanes: async () => {},
    listEndedPanes: async () => [],
    folders: { listLeft: async () => [], listObstacles: async () => [] },
    workspaces: { ensureTrashSwept: async () => 0, findForeign: async () => null },
  } as unknown as AppDeps & FolderDeps;
  const answer = async (name: VerbName, given: object): Promise<unknown> => {
    const verb = verbNamed(name);
    const outcome = await verb.run(deps, verb.input.parse(given));
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const json = verb.json(outcome.value);
    // What the schema does not name would be missing.
    expect((await verb.answer()).parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
    return json;
  };
  return { deps, answer };
}

test('every answer about a run is what its schema says, and nothing more', async () => {
  const { answer } = await openProject();
  const content = { type: 'status', body: 'half way' };
  await answer('run.post-message', { runId: RUN, from: 'researcher', id: 'm1', content });
  expect(await answer('run.show', { runId: RUN })).toMatchObject({ run_id: RUN, messages: 1 });
  expect(await answer('run.list', {})).toMatchObject({
    runs: [{ run_id: RUN, elapsed_ms: expect.any(Number) }],
  });
  expect(await answer('message.list', {})).toMatchObject({
    messages: [{ id: 'm1', type: 'status' }],
    older: 0,
  });
  expect(await answer('message.show', { messageId: 'm1' })).toMatchObject({ from: 'researcher' });
  expect(await answer('run.resume', { runId: RUN })).toMatchObject({ supervisor: { pid: 7, started: true } });
  expect(await answer('run.export', { runId: RUN })).toMatchObject({ format: 'json', output: null });
  expect(await answer('usage.list', { by: 'run' })).toMatchObject({ by: 'run', since: null });
  expect(await answer('project.clean', {})).toMatchObject({ dry_run: false, swept_trash: 0 });
  expect(await answer('run.stop', { runId: RUN })).toMatchObject({ was_over: false, state: 'synthesising' });
  expect(await answer('run.kill', { runId: RUN })).toMatchObject({ killed: true, state: 'cancelled' });
  expect(await answer('event.list', {})).toMatchObject({ events: { length: expect.any(Number) } });
});

const ops = { role: 'ops', branch: 'swarm/ops-17' };
const ENDS: readonly MergeEnd[] = [
  {
    is: 'merged',
    target: 'main',
    from: 'a',
    to: 'b',
    merged: [ops],
    hadAlready: [],
    check: null,
    logFile: null,
  },
  { is: 'nothing-new', target: 'main', commit: 'a', branches: [ops] },
  { is: 'conflict', target: 'main', branch: ops, files: ['a.ts'] },
  { is: 'check-failed', target: 'main', check: 'make', problem: 'failed', lastLines: [], logFile: 'log' },
];

test.each(ENDS)('the answer of a merge that ended with $is is what its schema says', async (end) => {
  const verb = verbNamed('run.merge');
  const merged = { run: aRun({ id: RUN }), end, questionId: null, rescues: [], uncommitted: [], spared: [] };
  const json = verb.json(merged);
  expect((await verb.answer()).parse(json)).toEqual(json);
});

test('the journal is asked by the name of a run, a session, a role or a loop', async () => {
  const { deps } = await openProject();
  const ownerOf = async (name: string) => listEvents(deps, { name, after: 0, limit: 100 });
  expect(await ownerOf(RUN)).toMatchObject({ value: { of: { runId: RUN } } });
  expect(await ownerOf(WORKER)).toMatchObject({ value: { of: { sessionId: WORKER } } });
  expect(await ownerOf('researcher')).toMatchObject({ value: { of: { sessionId: WORKER } } });
  expect(await ownerOf('nightly')).toMatchObject({ value: { of: { loopId: 'nightly' } } });
  expect(await ownerOf('nowhere')).toMatchObject({ refusal: { code: 'session-not-found' } });
  expect(await ownerOf('../etc')).toMatchObject({ refusal: { code: 'session-not-found', near: [] } });
});
