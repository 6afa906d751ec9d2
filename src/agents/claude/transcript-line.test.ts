import { expect, test } from 'vitest';
import { parseTranscriptLine, partsFolder } from './transcript-line.ts';

const timestamp = '2026-11-16T17:00:00.000Z';
const AT = Date.parse(timestamp);
const parse = (event: object) => parseTranscriptLine(JSON.stringify({ timestamp, ...event }));
const MARKED = 'Do it.\n[swarm:7f3a2b1c]';

test('an answer of the model tells what it took, cached tokens included', () => {
  const usage = {
    input_tokens: 11,
    output_tokens: 7,
    cache_read_input_tokens: 5,
    cache_creation_input_tokens: 3,
  };
  const told = (stop_reason: string) =>
    parse({ type: 'assistant', message: { id: 'm1', usage, stop_reason, content: [] } });
  const fact = { kind: 'spent', inputTokens: 19, outputTokens: 7, costUsd: 0 };
  expect(told('tool_use')).toEqual({ at: AT, messageId: 'm1', fact: { ...fact, isLast: false } });
  expect(told('end_turn')).toMatchObject({ fact: { ...fact, isLast: true } });
});

test('a prompt that begins a turn is told from one that a turn took in', () => {
  const own = { at: AT, messageId: null, fact: { kind: 'read-prompt', text: MARKED, isWithin: false } };
  expect(parse({ type: 'user', promptId: 'p1', message: { content: MARKED } })).toEqual({
    ...own,
    fact: { ...own.fact, promptId: 'p1' },
  });
  expect(parse({ type: 'user', message: { content: [{ type: 'text', text: MARKED }] } })).toMatchObject(own);
  const attachment = { type: 'queued_command', prompt: MARKED };
  expect(parse({ type: 'attachment', attachment })).toMatchObject({ fact: { text: MARKED, isWithin: true } });
});

test.each([
  { type: 'user', message: { content: 'typed by a person' } },
  { type: 'queue-operation', operation: 'enqueue', content: MARKED },
  { type: 'attachment', attachment: { type: 'file', content: MARKED } },
  { type: 'assistant', message: { id: 'm1', usage: {} } },
  { type: 'assistant', message: { usage: { input_tokens: 3 } } },
  { type: 'user', timestamp: 'yesterday', message: { content: MARKED } },
  { type: 7 },
])('%j tells nothing', (event) => {
  expect(parse(event)).toBeNull();
});

test.each(['', '{', 'null', '[]', '"x"'])('%j is passed over', (line) => {
  expect(parseTranscriptLine(line)).toBeNull();
});

test('transcripts of sub-agents lie in a folder of the same name', () => {
  expect(partsFolder('/c/projects/p/1.jsonl')).toBe('/c/projects/p/1/subagents');
});
