import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aNote, aSession, aWorkspace, T0 } from '../../../tests/store/rows.ts';
import type { MergeEnd } from '../../domain/merge/merge.ts';
import { accept } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { MergeRequest } from '../../runtime/merge/merges.ts';
import type { MergeDeps } from '../run/merge-run.ts';
import { mergeSessions } from './merge-sessions.ts';

let store: OracleStore;
let asked: MergeRequest[];
let end: MergeEnd | null;

async function add(
  changes: Partial<Session> & { id: string },
  branch = `swarm/${changes.id}`,
): Promise<void> {
  const session = aSession({ state: 'completed', hasWorkspace: true, ...changes });
  const workspace = aWorkspace({ sessionId: session.id, branch });
  await store.commit([addSession(session), { kind: 'add-workspace', workspace, journal: aNote() }]);
}

beforeEach(async () => {
  store = new OracleStore();
  asked = [];
  end = null;
  await add({ id: 'b-late', title: 'Later', createdAt: T0 + 2 });
  await add({ id: 'a-early', title: 'Earlier', createdAt: T0 + 1 });
});

const merge = (names: string[], anyway = false) => {
  const branches = async () => new Set(['swarm/a-early', 'swarm/b-late', 'swarm/failed', 'swarm/of-loop']);
  const deps = {
    store,
    clock: { now: () => T0 + 9 },
    by: 'ann',
    ids: { hash: (text: string) => createHash('sha256').update(text).digest('hex') },
    watch: { tell: () => {} },
    workspaces: { listBranches: branches, listRescues: async () => [] },
    merges: {
      merge: async (request: MergeRequest) => {
        asked.push(request);
        return accept(end ?? { is: 'nothing-new', target: 'main', commit: 'c', branches: request.branches });
      },
      listUncommitted: async () => [],
    },
  } as unknown as MergeDeps;
  return mergeSessions(deps, { names, anyway });
};

const merged = () => asked[0]?.branches.map(({ branch }) => branch);

test('sessions are merged oldest first, each with its title', async () => {
  expect((await merge(['b-late', 'a-ear'])).ok).toBe(true);
  expect(merged()).toEqual(['swarm/a-early', 'swarm/b-late']);
  expect(asked[0]?.titles?.get('swarm/a-early')).toBe('Earlier (session a-early)');
});

test('what did not complete is merged only when told so, and what is at work never by mistake', async () => {
  await add({ id: 'failed', state: 'failed' });
  await add({ id: 'busy', state: 'working' });
  expect(await merge(['failed'])).toMatchObject({ refusal: { code: 'session-not-completed' } });
  expect(await merge(['busy'])).toMatchObject({ refusal: { code: 'session-still-live' } });
  expect(asked).toEqual([]);
  expect((await merge(['failed'], true)).ok).toBe(true);
});

test('an item and a loop stand for the sessions that completed for them', async () => {
  await store.commit([
    { kind: 'add-work', work: aWork({ id: 'w-1' }), journal: aNote() },
    { kind: 'add-loop', loop: aLoop({ id: 'l-1' }), journal: aNote() },
  ]);
  await add({ id: 'failed', state: 'failed', workId: 'w-1', metadata: { loop: 'l-1' } });
  await add({ id: 'of-loop', workId: 'w-1', metadata: { loop: 'l-1' } });
  for (const name of ['w-1', 'l-1']) {
    asked = [];
    expect((await merge([name])).ok).toBe(true);
    expect(merged()).toEqual(['swarm/of-loop']);
  }
});

test('a word of a title merges nothing, and without a branch there is nothing to merge', async () => {
  expect(await merge(['later'])).toMatchObject({ refusal: { code: 'session-not-found' } });
  await add({ id: 'gone' });
  expect(await merge(['gone'])).toMatchObject({ refusal: { code: 'no-branch-to-merge' } });
});

const conflictOf = (id: string): MergeEnd => ({
  is: 'conflict',
  target: 'main',
  branch: { role: id, branch: `swarm/${id}` },
  files: ['same.txt'],
});
const openQuestions = () => store.listQuestions({ state: 'open' });

test('a conflict becomes a question about its session, with how its agent resolves it', async () => {
  end = conflictOf('b-late');
  const refused = await merge(['a-early', 'b-late']);
  const [question, ...others] = await openQuestions();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ value: { questionId: question?.id } });
  expect(question).toMatchObject({ kind: 'merge', sessionId: 'b-late', runId: null });
  expect(question?.text).toContain('In conflict: same.txt. Nothing was moved.');
  expect(question?.text).toContain('swarm send b-late "Merge main into your branch');
  expect(question?.text).toMatch(/swarm merge a-early b-late$/);
});

test('each further conflict asks anew, in place of the question before, whatever was named', async () => {
  end = conflictOf('a-early');
  await merge(['a-early']);
  end = conflictOf('b-late');
  const ids: unknown[] = [];
  for (const names of [['a-early', 'b-late'], ['b-late'], ['a-early', 'b-late'], ['b-late']]) {
    const refused = await merge(names);
    ids.push(refused.ok && refused.value.questionId);
    expect(await openQuestions()).toMatchObject([{ id: ids.at(-1) }]);
  }
  expect(new Set(ids).size).toBe(4);
});

test('a merge of the successor settles the question about the one before', async () => {
  end = conflictOf('b-late');
  await merge(['b-late']);
  await add({ id: 'b-next', continues: 'b-late', createdAt: T0 + 3 }, 'swarm/b-late');
  end = null;
  expect((await merge(['b-next'])).ok).toBe(true);
  expect(await openQuestions()).toEqual([]);
  const events = (await store.listJournal({ after: 0, limit: 100 })).map(({ event }) => event);
  expect(events).toContain('merge-conflict');
  expect(events).toContain('merge-nothing-new');
});
