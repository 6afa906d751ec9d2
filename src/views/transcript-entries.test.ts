import { expect, test } from 'vitest';
import { transcriptEntries } from './transcript-entries.ts';

const TURN = { id: 't1', number: 1, kind: 'prompt', body: 'Do it' } as const;

test('a record reads as a conversation: what was told, said and done', () => {
  const entries = transcriptEntries(
    [
      { kind: 'began', conversationId: 'c', model: null },
      { kind: 'saw-turn', turnId: 't1' },
      { kind: 'said', text: 'I will' },
      { kind: 'tool-started', name: 'Bash', summary: 'ls' },
      { kind: 'tool-ended', ok: false, text: 'no such folder' },
      {
        kind: 'turn-ended',
        ok: true,
        text: 'done',
        problem: 'budget',
        inputTokens: 3,
        outputTokens: 4,
        processCostUsd: 0.5,
      },
    ],
    [TURN],
  );
  expect(entries).toEqual([
    { kind: 'prompt', turn: 1, turn_kind: 'prompt', text: 'Do it' },
    { kind: 'said', text: 'I will' },
    { kind: 'tool', name: 'Bash', summary: 'ls' },
    { kind: 'tool-result', ok: false, text: 'no such folder' },
    { kind: 'turn-ended', ok: true, problem: null, input_tokens: 3, output_tokens: 4, process_cost_usd: 0.5 },
  ]);
});

test('a turn that is not known is left out, a long text is cut, and a problem is told', () => {
  const [long, problem, ...more] = transcriptEntries(
    [
      { kind: 'saw-turn', turnId: 'other' },
      { kind: 'said', text: 'x'.repeat(30_000) },
      { kind: 'broken', problem: 'no JSON' },
    ],
    [TURN],
  );
  expect(long).toMatchObject({ kind: 'said', text: expect.stringMatching(/^x{20000} …$/) });
  expect(problem).toEqual({ kind: 'problem', text: 'no JSON' });
  expect(more).toEqual([]);
});
