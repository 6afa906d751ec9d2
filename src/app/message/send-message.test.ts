import { beforeEach, expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote, aRun, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import { accept } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { sendMessageVerb } from './send-message.ts';

let store: OracleStore;
let serial: number;
let hasBranch: boolean;

beforeEach(() => {
  store = new OracleStore();
  serial = 0;
  hasBranch = true;
});

type Deps = Parameters<typeof sendMessageVerb.run>[0];

const deps = (): Deps =>
  ({
    store,
    clock: { now: () => T0 + 1_000 },
    ids: { uuid: () => `id-${serial++}`, hash: (text: string) => text },
    config: aConfig({ retries: 3 }),
    by: 'tester',
    poke: async () => undefined,
    hasFolder: () => false,
    findAgent: async () => accept(claude),
    workspaces: {
      observeBranch: async () => ({ isThere: hasBranch, tip: null, commits: 0 }),
      observeHead: async () => 'head-now',
    },
  }) as unknown as Deps;

const send = (to: string, body = 'go on') => sendMessageVerb.run(deps(), { to, body, steer: false });

async function add(changes: Partial<Session>, workspace?: Partial<Workspace>): Promise<Session> {
  const session = aSession({ state: 'completed', endedAt: T0, ...changes });
  await store.commit([{ kind: 'add-session', session, spec: aSpec(), journal: aNote() }]);
  if (workspace) {
    const row: Workspace = {
      sessionId: session.id,
      path: '/w/one',
      branch: 'swarm/one',
      baseCommit: 'base',
      state: 'ready',
      version: 1,
      changedAt: T0,
      ...workspace,
    };
    await store.commit([{ kind: 'add-workspace', workspace: row, journal: aNote() }]);
  }
  return session;
}

async function successorOf(id: string): Promise<Session> {
  const found = await store.findSession((await store.listSuccessors([id])).get(id) ?? '');
  if (!found) throw new Error(`${id} has no successor`);
  return found;
}

test.each(['completed', 'failed', 'killed'] as const)(
  'one that is %s goes on in a successor',
  async (state) => {
    const metadata = { loop: 'l-1', iteration: '3', work: 'w-1', mine: 'x' };
    const old = await add({
      id: 'old',
      state,
      title: 'Mend it',
      tags: ['a'],
      key: 'k',
      metadata,
      attempt: 2,
    });
    expect(await send('old')).toMatchObject({ ok: true, value: { continues: 'old' } });
    const next = await successorOf('old');
    expect(next).toMatchObject({ state: 'created', title: 'Mend it', tags: ['a'], key: null, attempt: 0 });
    // It is no iteration of the loop that began the other.
    expect(next.metadata).toEqual({ work: 'w-1', mine: 'x' });
    expect(await store.findSession('old')).toEqual(old);
    const [turn] = await store.listTurns(next.id);
    expect(turn).toMatchObject({ kind: 'message', body: 'go on', state: 'queued' });
  },
);

test('the folder and the branch go along, and the other gives them up', async () => {
  await add({ id: 'old', hasWorkspace: true }, {});
  await send('old');
  const next = await successorOf('old');
  expect(await store.findWorkspace('old')).toMatchObject({ state: 'released' });
  const row = { path: '/w/one', branch: 'swarm/one', baseCommit: 'base', state: 'wanted' };
  expect(await store.findWorkspace(next.id)).toMatchObject(row);
});

test('a branch that was merged and deleted begins again where the person is now', async () => {
  hasBranch = false;
  await add({ id: 'old', hasWorkspace: true }, { state: 'released' });
  await send('old');
  const next = await successorOf('old');
  expect(await store.findWorkspace(next.id)).toMatchObject({ baseCommit: 'head-now' });
});

test('a later message goes to the end of the chain, and begins another when that has ended', async () => {
  await add({ id: 'one' });
  await add({ id: 'two', continues: 'one', state: 'working', endedAt: null, workDir: '/x' });
  await send('one', 'hello');
  expect(await store.listTurns('two')).toHaveLength(1);
  await add({ id: 'three', continues: 'two' });
  expect(await send('one', 'more')).toMatchObject({ value: { continues: 'three' } });
});

test('two at once begin one successor with both messages in it', async () => {
  await add({ id: 'old' });
  const sent = await Promise.all([send('old', 'left'), send('old', 'right')]);
  expect(new Set(sent.map((one) => one.ok && one.value.message.recipient)).size).toBe(1);
  const turns = await store.listTurns((await successorOf('old')).id);
  expect(turns.map(({ body }) => body).sort()).toEqual(['left', 'right']);
});

test('a role of a live run is not continued; one of a run that is over is, on its own', async () => {
  const run = aRun({ id: '17', state: 'running' });
  const memory = { definition: {}, state: {} } as never;
  await store.commit([{ kind: 'add-run', run, memory, journal: aNote() }]);
  await add({ id: 'old', runId: '17', role: 'worker' });
  expect(await send('old')).toMatchObject({ refusal: { code: 'cannot-continue', why: 'live-run' } });
  const over = aRun({ id: '18', state: 'completed' });
  await store.commit([{ kind: 'add-run', run: over, memory, journal: aNote() }]);
  await add({ id: 'older', runId: '18', role: 'worker', ends: 'when-told' });
  await send('older');
  expect(await successorOf('older')).toMatchObject({ runId: null, role: null, ends: 'after-turn' });
});

test('no second writer begins in the checkout', async () => {
  await add({ id: 'old', cli: 'claude' });
  await add({ id: 'other', cli: 'claude', state: 'working', endedAt: null });
  expect(await send('old')).toMatchObject({ refusal: { code: 'checkout-taken', writer: 'Session other' } });
});

test('one that is about to end is no writer in the way of its own successor', async () => {
  await add({ id: 'ending', cli: 'claude', state: 'stopping', endedAt: null });
  expect(await send('ending')).toMatchObject({ ok: true, value: { continues: 'ending' } });
});

test('nothing begins for a message without words', async () => {
  await add({ id: 'old' });
  expect(await send('old', ' ')).toMatchObject({ refusal: { code: 'body-empty' } });
  expect((await store.listSuccessors(['old'])).size).toBe(0);
});
