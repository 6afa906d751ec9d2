import { beforeEach, expect, test } from 'vitest';
import { OracleStore } from '../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec, T0 } from '../../tests/store/rows.ts';
import { Fault } from '../domain/fault.ts';
import type { RoundDeps } from './deps.ts';
import { noteFault } from './note-fault.ts';

const denied = new Fault('not-writable', 'Not allowed to write: outputs', { retry: false });
const full = new Fault('disk-full', 'The disk is full: outputs', { retry: true });

let store: OracleStore;
let deps: RoundDeps;

beforeEach(async () => {
  store = new OracleStore();
  let ids = 0;
  const made: Partial<RoundDeps> = {
    store,
    by: 'supervisor',
    clock: { now: () => T0 },
    poke: async () => undefined,
    ids: { uuid: () => `id-${++ids}`, hash: (text) => text },
  };
  deps = { ...made, config: { retries: 3 } } as RoundDeps;
});

async function addRun(state: 'starting' | 'running' | 'synthesising'): Promise<void> {
  const run = aRun({ id: '17', state });
  await store.commit([{ kind: 'add-run', run, memory: aMemory(), journal: aNote() }]);
}

const addSession = (state: 'starting' | 'working') =>
  store.commit([
    { kind: 'add-session', session: aSession({ id: 's', state }), spec: aSpec(), journal: aNote() },
  ]);

test.each(['starting', 'running'] as const)(
  'a run that is %s fails by a missing permission',
  async (state) => {
    await addRun(state);
    await noteFault(deps, 'run:17', { error: denied, failures: 1 });
    expect(await store.findRun('17')).toMatchObject({
      state: 'synthesising',
      ending: 'failed',
      reasonText: 'Not allowed to write: outputs',
    });
    expect(await store.listRunErrors('17')).toMatchObject([
      { category: 'system_error', role: null, recovered: false, message: 'Not allowed to write: outputs' },
    ]);
  },
);

test.each([full, new Error('a bug')])(
  'a run outlives what may pass, and it is recorded once',
  async (error) => {
    await addRun('running');
    for (const failures of [1, 2, 3]) await noteFault(deps, 'run:17', { error, failures });
    expect(await store.findRun('17')).toMatchObject({ state: 'running' });
    expect(await store.listRunErrors('17')).toMatchObject([{ category: 'system_error', recovered: true }]);
  },
);

test('a fault does not begin a run', async () => {
  await addRun('starting');
  await noteFault(deps, 'run:17', { error: full, failures: 1 });
  expect(await store.findRun('17')).toMatchObject({ state: 'starting' });
});

test('a run that puts its result together is left to try again', async () => {
  await addRun('synthesising');
  await noteFault(deps, 'run:17', { error: denied, failures: 1 });
  expect(await store.findRun('17')).toMatchObject({ state: 'synthesising', version: aRun().version });
});

test('a start is given up after five faults, or after one that cannot pass', async () => {
  await addSession('starting');
  for (const failures of [1, 2, 3, 4]) await noteFault(deps, 's', { error: full, failures });
  expect(await store.findSession('s')).toMatchObject({ state: 'starting' });
  await noteFault(deps, 's', { error: full, failures: 5 });
  expect(await store.findSession('s')).toMatchObject({ state: 'stopping', ending: 'failed', reason: 'lost' });
});

test('a session at work outlives any fault of its rounds, which is noted once', async () => {
  await addSession('working');
  for (const failures of [1, 2, 9]) await noteFault(deps, 's', { error: denied, failures });
  expect(await store.findSession('s')).toMatchObject({ state: 'working' });
  const notes = await store.listJournal({ after: 0, limit: 99, sessionId: 's' });
  expect(notes.filter(({ event }) => event === 'fault')).toHaveLength(1);
});

test.each(['input-differs', 'file-odd'])(
  'an attempt whose agent spoilt it (%s) is given up',
  async (code) => {
    await addSession('working');
    const spoilt = new Fault(code, 'The input holds something else');
    const configured = { ...deps, config: { retries: 3, failures: { backoffCapMs: 1_000 } } } as RoundDeps;
    await noteFault(configured, 's', { error: spoilt, failures: 1 });
    expect(await store.findSession('s')).toMatchObject({
      state: 'parked',
      parked: { cause: 'crash', text: 'The input holds something else' },
    });
  },
);
