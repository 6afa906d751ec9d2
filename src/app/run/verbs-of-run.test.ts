import { beforeEach, expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { NO_OPENINGS } from '../../../tests/samples/openings.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec, aWorkspace, T0 } from '../../../tests/store/rows.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import { cleanRun } from './clean-run.ts';
import { openRole } from './open-role.ts';
import { postMessage } from './post-message.ts';

const RUN = '17';
let store: OracleStore;
let serial: number;
let done: string[];

const deps = () => ({
  store,
  clock: { now: () => T0 + serial++ },
  ids: { uuid: () => `id-${serial++}`, hash: (text: string) => text },
  config: aConfig({ retries: 3 }),
  by: 'tester',
  blobs: { pathOf: (sha256: string) => `/blobs/${sha256}`, ensure: async () => {} },
  poke: async (key: string) => void done.push(`poke ${key}`),
  openings: NO_OPENINGS,
  closePanes: async ({ id }: Session) => void done.push(`close ${id}`),
  workspaces: {
    findForeign: async () => null,
    ensureReleased: async ({ sessionId }: Workspace) => {
      done.push(`release ${sessionId}`);
      return { rescue: null };
    },
    observeBranch: async () => ({ isThere: true, tip: 'tip', commits: 2 }),
    ensureBareBranchGone: async () => ({ is: 'kept', commits: 2 }),
  } as unknown as Workspaces,
});

async function begin(run: Partial<Run>, session: Partial<Session>): Promise<void> {
  const id = '17-researcher';
  const row = aSession({
    id,
    runId: RUN,
    role: 'researcher',
    ends: 'when-told',
    hasWorkspace: true,
    ...session,
  });
  const workspace = aWorkspace({
    sessionId: id,
    branch: `swarm/researcher-${RUN}`,
    path: '/w',
    state: 'ready',
  });
  const result = await store.commit([
    {
      kind: 'add-run',
      run: aRun({ id: RUN, runningSince: T0, ...run }),
      memory: aMemory(),
      journal: aNote(),
    },
    { kind: 'add-session', session: row, spec: aSpec(), journal: aNote() },
    { kind: 'add-workspace', workspace, journal: aNote() },
  ]);
  expect(result).toEqual({ saved: true });
}

beforeEach(() => {
  [store, serial, done] = [new OracleStore(), 1, []];
});

const STATUS = { type: 'status', body: 'half way' };

test('a message in the name of a role is taken in once, however often it is sent', async () => {
  await begin({ state: 'running' }, { state: 'idle' });
  const input = { runId: RUN, from: 'researcher', to: null, id: 'm1', content: STATUS };
  expect(await postMessage(deps(), input)).toMatchObject({ ok: true, value: { id: 'm1', type: 'status' } });
  expect(await postMessage(deps(), input)).toMatchObject({ ok: true, value: { id: 'm1' } });
  expect(await store.listMessages({ runId: RUN })).toHaveLength(1);
});

test('a message that says nothing, or has no sender, is refused', async () => {
  await begin({ state: 'running' }, { state: 'idle' });
  const post = async (from: string, content: unknown) => {
    const outcome = await postMessage(deps(), { runId: RUN, from, to: null, content });
    return outcome.ok ? 'taken' : outcome.refusal;
  };
  expect(await post('researcher', { type: 'status' })).toMatchObject({ code: 'message-dead-lettered' });
  expect(await post('researchr', STATUS)).toMatchObject({ code: 'role-unknown', near: ['researcher'] });
});

test('a run that is over takes nothing in, and no agent is started for it', async () => {
  await begin({ state: 'failed', ending: 'failed' }, { state: 'failed' });
  const input = { runId: RUN, from: 'researcher', to: null, content: STATUS };
  expect(await postMessage(deps(), input)).toMatchObject({ refusal: { code: 'run-over' } });
  expect(await openRole(deps(), { runId: RUN, role: 'researcher' })).toMatchObject({
    refusal: { code: 'run-over' },
  });
});

test('a role whose session is over gets another one in the same workspace, and only one', async () => {
  await begin({ state: 'running' }, { state: 'failed' });
  const opened = await openRole(deps(), { runId: RUN, role: 'researcher' });
  expect(opened).toMatchObject({
    ok: true,
    value: { id: '17-researcher-2', state: 'created', retriesLeft: 3 },
  });
  expect(await store.findWorkspace('17-researcher-2')).toMatchObject({ path: '/w', state: 'wanted' });
  expect(done).toEqual(['poke run:17', 'poke 17-researcher-2']);
  expect(await store.listTurns('17-researcher-2')).toHaveLength(1);
  expect(await store.findIntake('run/session/17-researcher')).toBeDefined();
  expect(await openRole(deps(), { runId: RUN, role: 'researcher' })).toMatchObject({
    refusal: { code: 'role-at-work', sessionId: '17-researcher-2' },
  });
});

test('a run is put away only when it and all of its sessions are over', async () => {
  await begin({ state: 'cancelled', ending: 'cancelled' }, { state: 'stopping' });
  expect(await cleanRun(deps(), { runId: RUN, dryRun: false })).toMatchObject({
    refusal: { code: 'session-still-live', sessionId: '17-researcher' },
  });
  expect(done).toEqual([]);
});

test('putting a run away releases its workspace once, closes its panes and names its branches', async () => {
  await begin({ state: 'completed', ending: 'completed' }, { state: 'completed' });
  const dry = await cleanRun(deps(), { runId: RUN, dryRun: true });
  expect(dry).toMatchObject({ value: { releasedWorkspaces: ['/w'] } });
  expect(done).toEqual([]);

  const branch = `swarm/researcher-${RUN}`;
  const first = await cleanRun(deps(), { runId: RUN, dryRun: false });
  expect(first).toMatchObject({
    value: { releasedWorkspaces: ['/w'], keptBranches: [{ branch, commits: 2 }] },
  });
  expect(done).toEqual(['release 17-researcher', 'close 17-researcher']);
  const second = await cleanRun(deps(), { runId: RUN, dryRun: false });
  expect(second).toMatchObject({ value: { releasedWorkspaces: [] } });
});

test('one role of a live run can be put away when it is over', async () => {
  await begin({ state: 'running' }, { state: 'failed' });
  expect(await cleanRun(deps(), { runId: RUN, dryRun: false })).toMatchObject({
    refusal: { code: 'run-still-live' },
  });
  expect(await cleanRun(deps(), { runId: RUN, role: 'researcher', dryRun: false })).toMatchObject({
    ok: true,
  });
});
