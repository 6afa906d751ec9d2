import { expect, test } from 'vitest';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { claude } from '../claude.ts';

const common = { session_id: 'c-1', transcript_path: '/t', cwd: '/w', permission_mode: 'default' };
const told = (hook_event_name: string, more: object = {}): readonly AgentFact[] =>
  claude.parseLine(JSON.stringify({ ...common, hook_event_name, ...more }));

test('a start names the conversation and the model', () => {
  expect(told('SessionStart', { source: 'startup', model: 'large' })).toEqual([
    { kind: 'began', conversationId: 'c-1', model: 'large' },
  ]);
});

test('a prompt is known by its words', () => {
  expect(told('UserPromptSubmit', { prompt: 'Do it.\nNow.' })).toEqual([
    { kind: 'saw-prompt', text: 'Do it.\nNow.', promptId: null },
  ]);
});

test('a tool begins, and its end settles whatever was asked about it', () => {
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  expect(told('PreToolUse', call)).toEqual([
    { kind: 'tool-started', name: 'Bash', summary: 'ls', input: { command: 'ls' } },
  ]);
  expect(told('PostToolUse', { ...call, tool_response: { stdout: 'a\n', stderr: 'b' } })).toEqual([
    { kind: 'request-settled', tool: 'Bash', input: '{"command":"ls"}' },
    { kind: 'tool-ended', ok: true, text: 'a\nb' },
  ]);
  expect(told('PostToolUseFailure', { ...call, error: 'Exit code 3' })).toMatchObject([
    { kind: 'request-settled' },
    { kind: 'tool-ended', ok: false, text: 'Exit code 3' },
  ]);
});

test('a permission request carries the id that its hook waits under', () => {
  const hook = { ...common, hook_event_name: 'PermissionRequest', tool_name: 'Write', tool_input: { a: 1 } };
  expect(claude.parseLine(JSON.stringify({ swarm_request: '12-34', hook }))).toEqual([
    {
      kind: 'permission-asked',
      requestId: '12-34',
      tool: 'Write',
      summary: 'a: 1',
      details: 'a: 1',
      input: '{"a":1}',
    },
  ]);
});

test('an answer is a file for that hook, and a named pipe', () => {
  const answer = { requestId: '12-34', behaviour: 'deny', message: 'no', input: '{}' } as const;
  expect(claude.renderAnswer?.(answer, 'interactive')).toEqual({
    by: 'file',
    name: 'permission-12-34.json',
    pipe: 'permission-12-34.fifo',
    text: `${JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'no' },
      },
    })}\n`,
  });
});

test('a turn ends with its last words, and with the tasks that are left', () => {
  const facts = told('Stop', { last_assistant_message: 'Done.', background_tasks: [{ id: 'x' }] });
  expect(facts).toMatchObject([
    { kind: 'background', all: [{ id: 'x' }] },
    { kind: 'said', text: 'Done.' },
    { kind: 'turn-ended', ok: true, text: 'Done.', problem: null, processCostUsd: null },
  ]);
});

test('a turn that failed says why, and a limit is a limit', () => {
  expect(
    told('StopFailure', { error: 'server_error', last_assistant_message: 'API Error: 500' }),
  ).toMatchObject([{ kind: 'turn-ended', ok: false, problem: 'server-error', text: 'API Error: 500' }]);
  expect(told('StopFailure', { error: 'rate_limit' })).toMatchObject([
    { kind: 'turn-ended', problem: 'rate-limit' },
  ]);
});

test('what means nothing says nothing, and what is new is counted', () => {
  expect(told('Notification', { notification_type: 'idle_prompt' })).toEqual([]);
  expect(told('SessionEnd', { reason: 'other' })).toEqual([]);
  expect(told('BrandNew')).toEqual([{ kind: 'unknown', type: 'hook/BrandNew' }]);
});

test('lines of stream-json mean what they always mean', () => {
  expect(claude.parseLine('{"type":"system","subtype":"init","session_id":"c"}')).toMatchObject([
    { kind: 'began', conversationId: 'c' },
  ]);
});
