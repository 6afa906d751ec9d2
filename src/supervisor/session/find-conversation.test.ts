import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { anAttempt, aSession, aTurn } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import { findConversation, recallForgotten } from './find-conversation.ts';
import { observeScene } from './session-scene.ts';

const ID = 'c-1';
const TITLE = '{"type":"ai-title"}';
const TASK = aTurn({ id: 't1', number: 1, kind: 'prompt', body: 'Task.', state: 'done', attempt: 1 });
const TOLD = aTurn({ id: 't2', number: 2, kind: 'message', body: 'Use tabs.', state: 'done', attempt: 1 });
const NEXT = aTurn({ id: 't3', number: 3, kind: 'message', body: 'And now?', state: 'queued' });
const said = (text: string): string => JSON.stringify({ type: 'user', message: { content: text } });

/** A session whose process is gone, and what the CLI has kept of its conversation. */
async function left(kept: readonly string[], more: Partial<Attempt> = {}) {
  const session = aSession({ state: 'idle', attempt: 1, cli: 'claude', conversationId: ID });
  const attempt = anAttempt({ conversationId: ID, lastResult: 'I do.', ...more });
  const store = await storeWith({ session, turns: [TASK, TOLD, NEXT], attempt });
  const deps = roundDeps({
    store,
    agent: claude,
    pathsFor: () => ({ workDir: '/w', home: '/h' }) as never,
    attempts: {
      observe: async () => ({ is: 'absent' }),
      hasTranscript: async (_, isWanted) => isWanted?.(kept) ?? true,
    },
  });
  const look = () => observeScene(deps, session, null);
  const listQueued = async () =>
    (await store.listTurns(session.id)).filter(({ state }) => state === 'queued');
  const recall = async () => {
    const known = await findConversation(deps, await look());
    return known !== null && recallForgotten(deps, await look(), known);
  };
  return { find: async () => findConversation(deps, await look()), recall, listQueued };
}

test('a transcript without a prompt is no conversation to go on with', async () => {
  expect(await (await left([TITLE])).find()).toBeNull();
  expect(await (await left([TITLE, said('Task.')])).find()).toMatchObject({ id: ID });
});

test('nor is one whose last answer follows a prompt that was not kept', async () => {
  const task = JSON.stringify({ type: 'user', uuid: 'u-1', parentUuid: null, message: { content: 'Task.' } });
  const answer = (parentUuid: string) => JSON.stringify({ type: 'assistant', uuid: 'a-2', parentUuid });
  expect(await (await left([task, answer('u-2')])).find()).toBeNull();
  expect(await (await left([task, answer('u-1')])).find()).toMatchObject({ forgotten: { id: 't2' } });
});

test('a turn that ended and was not kept is told again with its answer, once', async () => {
  const { recall, listQueued } = await left([TITLE, said('Task.')]);
  expect(await recall()).toBe(true);
  const [, told] = await listQueued();
  expect(told).toMatchObject({ kind: 'continue', body: expect.stringMatching(/Use tabs\.[\s\S]*I do\./) });
  expect(await recall()).toBe(false);
  expect(await listQueued()).toHaveLength(2);
});

test('nothing is told again of what was kept, nor of a conversation that a person has left', async () => {
  expect(await (await left([said('Task.'), said('Use tabs.')])).recall()).toBe(false);
  expect(await (await left([said('Hello.')], { conversationId: 'c-2' })).recall()).toBe(false);
});
