import { expect, test } from 'vitest';
import { transcriptEntries } from './transcript-entries.ts';

const TURN = { id: 't1', number: 1, kind: 'prompt', body: 'Do it' } as const;

test('a record reads as a conversation: what was told, said and done', () => {
  const entries = transcriptEntries(
    [
      { kind: 'began', conversationId: 'c', model: null },
      { kind: 'saw-turn', turnId: 't1' },
      { kind: 'said', text: 'I will' },
      { kind: 'thought', text: 'A look first' },
      { kind: 'tool-started', name: 'Bash', summary: 'ls', input: { command: 'ls\n-l', limit: 3 } },
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
    { kind: 'thought', text: 'A look first' },
    { kind: 'tool', name: 'Bash', summary: 'ls', input: 'command:\nls\n-l\nlimit: 3' },
    { kind: 'tool-result', ok: false, text: 'no such folder' },
    {
      kind: 'turn-ended',
      ok: true,
      problem: null,
      input_tokens: 3,
      output_tokens: 4,
      process_cost_usd: 0.5,
      turn_cost_usd: null,
    },
  ]);
});

test('a turn that is not known is left out, a long text is cut, and a problem is told', () => {
  const [long, problem, ...more] = transcriptEntries(
    [
      { kind: 'saw-turn', turnId: 'other' },
      { kind: 'said', text: 'x'.repeat(130_000) },
      { kind: 'broken', problem: 'no JSON' },
    ],
    [TURN],
  );
  expect(long).toMatchObject({
    kind: 'said',
    text: expect.stringMatching(/^x{100000} … 30000 more characters$/),
  });
  expect(problem).toEqual({ kind: 'problem', text: 'no JSON' });
  expect(more).toEqual([]);
});

test('an input that is nested deeper than the stack is shown as deep as a person reads', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  const [entry] = transcriptEntries(
    [{ kind: 'tool-started', name: 'N', summary: '', input: { x: deep } }],
    [TURN],
  );
  expect(entry).toMatchObject({ kind: 'tool', input: expect.stringContaining('…') });
});
