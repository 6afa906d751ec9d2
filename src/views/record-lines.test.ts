import { expect, test } from 'vitest';
import type { AgentFact } from '../domain/agent/fact.ts';
import { renderErrorLine, renderToolLine } from './record-lines.ts';

const READ = { at: 0, attempt: 2 };
const tail = '"attempt":2,"timestamp":"1970-01-01T00:00:00.000Z"}\n';
const started: AgentFact = { kind: 'tool-started', name: 'Bash', summary: 'make\ncheck' };

test('a tool that was begun is one line, whatever its input', () => {
  expect(renderToolLine(started, READ)).toBe(
    `{"type":"tool_use","name":"Bash","summary":"make check",${tail}`,
  );
  expect(renderToolLine({ kind: 'said', text: 'x' }, READ)).toBe('');
});

test('what went wrong is told with its kind, and what went well is not', () => {
  const failed: AgentFact = { kind: 'tool-ended', ok: false, text: 'exit 2' };
  expect(renderErrorLine(failed, READ)).toBe(
    `{"type":"error","error":{"type":"tool","message":"exit 2"},${tail}`,
  );
  expect(renderErrorLine({ kind: 'limited', resetAt: null, text: 'later' }, READ)).toContain('"limited"');
  expect(renderErrorLine({ kind: 'tool-ended', ok: true, text: 'fine' }, READ)).toBe('');
  expect(renderErrorLine(started, READ)).toBe('');
});

test('a line that is read again at another time has the same length', () => {
  const again = renderToolLine(started, { ...READ, at: Date.UTC(2026, 10, 16, 6, 30) });
  expect(again.length).toBe(renderToolLine(started, READ).length);
});
