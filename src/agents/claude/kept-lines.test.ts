import { expect, test } from 'vitest';
import { promptIdOf } from '../../domain/turn/prompt-id.ts';
import { holdsTurn, isBegun, isTorn } from './kept-lines.ts';

const TURN = { id: '7f1290ce-0000-4000-8000-000000000001', attempt: 2, body: 'Use "tabs".' };
const user = (content: string, more: object = {}): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more });

test.each([
  ['a prompt', user('Hello.'), true],
  ['an answer without its prompt', '{"type":"assistant","message":{"content":[]}}', false],
  ['a remark of the CLI', user('Caveat: …', { isMeta: true }), false],
  ['a title', '{"type":"ai-title","title":"user"}', false],
  ['a mode', '{"type":"permission-mode","permissionMode":"default"}', false],
  ['a snapshot of files', '{"type":"file-history-snapshot","snapshot":{}}', false],
  ['a prompt that waits', '{"type":"queue-operation","operation":"enqueue","content":"Hello."}', false],
  ['half a line', '{"type":"user","mess', false],
])('whether a conversation is begun by %s', (_what, line, begun) => {
  expect(isBegun(['{"type":"mode"}', line])).toBe(begun);
});

test.each([
  ['by the id that it was sent with', user('Other.', { uuid: promptIdOf(TURN) }), true],
  ['by its marker on a screen', user('Take the text of this file: @a.md\n[swarm:7f1290ce]'), true],
  ['by its words', '{"type":"attachment","attachment":{"prompt":"Use \\"tabs\\"."}}', true],
  ['not by another marker', user('Other.\n[swarm:00000000]'), false],
  [
    'not while it only waits',
    '{"type":"queue-operation","content":"Use \\"tabs\\".\\n[swarm:7f1290ce]"}',
    false,
  ],
])('a transcript holds a turn %s', (_how, line, holds) => {
  expect(holdsTurn([user('First.'), line], TURN)).toBe(holds);
});

const linked = (uuid: string, parentUuid: string | null, more: object = {}): string =>
  JSON.stringify({ type: 'assistant', uuid, parentUuid, ...more });

test.each([
  ['whole, with lines that follow nothing', [linked('a', null), '{"type":"mode"}', linked('b', 'a')], false],
  ['whole, whatever the order of its lines', [linked('b', 'a'), linked('a', null), linked('c', 'b')], false],
  ['torn where the prompt of the last answer is missing', [linked('a', null), linked('c', 'b')], true],
  ['not torn by a sub-agent', [linked('a', null), linked('c', 'b', { isSidechain: true })], false],
  ['whole while nothing is in it', [], false],
  ['not walked for ever', [linked('a', 'b'), linked('b', 'a')], false],
])('a transcript is %s', (_what, lines, torn) => {
  expect(isTorn(lines)).toBe(torn);
});
