import { beforeEach, expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aMemory, aNote, aRun, aSession, aSpec, aTurn, T0 } from '../../../tests/store/rows.ts';
import { unwrap } from '../../app/draft.ts';
import { stepTurn } from '../../domain/turn/turn.ts';
import type { Store } from '../../store/store.ts';
import { createInboxNews, type InboxNews } from './inbox-news.ts';

let news: InboxNews;
let store: OracleStore;
let commit: Store['commit'];

beforeEach(async () => {
  news = createInboxNews();
  store = new OracleStore();
  commit = news.listenTo(store).commit;
  for (const id of ['nightly', 'nightly-7']) {
    await commit([{ kind: 'add-run', run: aRun({ id }), memory: aMemory(), journal: aNote() }]);
    await addSession(`${id}-cook`, { runId: id, role: 'cook' });
  }
  await addSession('nightly-alone', { runId: null, role: null });
});

async function addSession(id: string, of: Readonly<{ runId: string | null; role: string | null }>) {
  const turn = aTurn({ id: `${id}/1`, sessionId: id, state: 'queued' });
  await commit([
    { kind: 'add-session', session: aSession({ id, ...of }), spec: aSpec(), journal: aNote() },
    { kind: 'add-turn', turn, journal: aNote() },
  ]);
}

async function dropTurn(sessionId: string): Promise<void> {
  const [turn] = await store.listTurns(sessionId);
  if (!turn) throw new Error(`${sessionId} has no turn`);
  const step = unwrap(stepTurn(turn, 'drop', { at: T0 }));
  await commit([{ kind: 'step-turn', step, journal: aNote() }]);
}

test('a turn that moved is news of the inbox of its role, once', async () => {
  await dropTurn('nightly-cook');
  expect([...news.drain('nightly')]).toEqual(['cook']);
  expect([...news.drain('nightly')]).toEqual([]);
});

test('a run does not swallow the news of another whose id begins with its own', async () => {
  await dropTurn('nightly-7-cook');
  expect([...news.drain('nightly')]).toEqual([]);
  expect([...news.drain('nightly-7')]).toEqual(['cook']);
});

test('a session of no run is no news, whatever its id begins with', async () => {
  await dropTurn('nightly-alone');
  expect([...news.drain('nightly')]).toEqual([]);
});

test('a commit that was refused is no news', async () => {
  const [turn] = await store.listTurns('nightly-cook');
  await dropTurn('nightly-cook');
  news.drain('nightly');
  if (turn)
    await commit([{ kind: 'step-turn', step: unwrap(stepTurn(turn, 'drop', { at: T0 })), journal: aNote() }]);
  expect([...news.drain('nightly')]).toEqual([]);
});
