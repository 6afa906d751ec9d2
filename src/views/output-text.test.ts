import { expect, test } from 'vitest';
import { renderOutput } from './output-text.ts';

test('plain output stays as it came', () => {
  expect(renderOutput({ kind: 'output', text: '  \u001b[31mred\u001b[0m ' })).toBe(
    '  \u001b[31mred\u001b[0m \n',
  );
  expect(renderOutput({ kind: 'output', text: '' })).toBe('\n');
});

test('what the agent says and does becomes readable lines', () => {
  const text = [
    renderOutput({ kind: 'began', conversationId: 'c', model: 'm' }),
    renderOutput({ kind: 'said', text: 'I look first.\nThen I act.' }),
    renderOutput({ kind: 'tool-started', name: 'Bash', summary: 'npm test\n&& ls' }),
    renderOutput({ kind: 'tool-ended', ok: false, text: 'exit 1' }),
    renderOutput({ kind: 'tool-ended', ok: true, text: '' }),
    renderOutput({ kind: 'permission-asked', requestId: 'r', tool: 'Edit', summary: 'a.ts' }),
    renderOutput({ kind: 'hook-blocked', hook: 'guard', text: 'read-only' }),
    renderOutput({ kind: 'limited', resetAt: null, text: 'come back at 5' }),
  ].join('');
  expect(text).toBe(
    [
      'I look first.',
      'Then I act.',
      '→ Bash npm test && ls',
      '  ✗ exit 1',
      '? may I use Edit',
      '  a.ts',
      '✗ blocked by guard: read-only',
      '… limited: come back at 5',
      '',
    ].join('\n'),
  );
});

test('a good end of a turn repeats nothing, a bad one says what went wrong', () => {
  const end = {
    kind: 'turn-ended',
    text: 'no',
    inputTokens: 0,
    outputTokens: 0,
    processCostUsd: null,
  } as const;
  expect(renderOutput({ ...end, ok: true, problem: null })).toBe('');
  expect(renderOutput({ ...end, ok: false, problem: 'overloaded' })).toBe('✗ overloaded: no\n');
});
