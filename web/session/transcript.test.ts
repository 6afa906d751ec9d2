import { expect, test } from 'vitest';
import type { TranscriptAnswer, TranscriptEntry } from '../../src/contract/answer/transcript.ts';
import { addRead, NOTHING_READ, pairTools } from './transcript.ts';

const said = (text: string): TranscriptEntry => ({ kind: 'said', text });
const tool = (name: string): TranscriptEntry => ({ kind: 'tool', name, summary: '', input: null });
const result = (text: string): TranscriptEntry => ({ kind: 'tool-result', ok: true, text });
const answer = (more: Partial<TranscriptAnswer>): TranscriptAnswer => ({
  session_id: 's',
  attempt: 1,
  attempts: [1],
  from: 0,
  next: 10,
  is_all: true,
  entries: [said('a')],
  ...more,
});

test('an answer goes on from where the one before ended, or begins anew with another attempt', () => {
  const first = addRead(NOTHING_READ, answer({}));
  expect(first.entries).toEqual([said('a')]);
  const second = addRead(first, answer({ from: 10, next: 20, entries: [said('b')] }));
  expect([second.next, second.entries]).toEqual([20, [said('a'), said('b')]]);
  expect(addRead(second, answer({ attempt: 2, entries: [said('c')] })).entries).toEqual([said('c')]);
  expect(addRead(second, answer({ entries: [said('d')] })).entries).toEqual([said('d')]);
});

test('a tool stands with its result, also when a second one began before the first ended', () => {
  const shown = pairTools([
    tool('A'),
    tool('B'),
    result('of A'),
    said('x'),
    result('of B'),
    tool('C'),
    result('of C'),
  ]);
  expect(
    shown.map((entry) => (entry.kind === 'tool' ? `${entry.name} ${entry.result?.text}` : entry.kind)),
  ).toEqual(['A of A', 'B of B', 'said', 'C of C']);
  expect(pairTools([result('of nothing'), tool('D')])).toEqual([
    { kind: 'tool', name: 'D', summary: '', input: null, result: null },
  ]);
});

test('a turn costs what its CLI tells, else what its process spent since the turn before', () => {
  const ended = (process_cost_usd: number | null, turn_cost_usd: number | null = null): TranscriptEntry => ({
    kind: 'turn-ended',
    ok: true,
    problem: null,
    input_tokens: 1,
    output_tokens: 1,
    process_cost_usd,
    turn_cost_usd,
  });
  const costs = pairTools([ended(0.5), ended(0.75), ended(1, 0.1), ended(null)]).map((entry) =>
    entry.kind === 'turn-ended' ? entry.costUsd : undefined,
  );
  expect(costs).toEqual([0.5, 0.25, 0.1, null]);
});
