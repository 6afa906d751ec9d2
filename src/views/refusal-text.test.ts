import { expect, test } from 'vitest';
import { refusalText } from './refusal-text.ts';

test('refusals speak in the words that people look for', () => {
  const missing = { code: 'persona-not-found', name: 'x', folder: 'agents', misplaced: null } as const;
  expect(refusalText({ ...missing, near: ['y', 'z'] })).toEqual({
    message: "Agent 'x' not found in agents/",
    hint: 'Did you mean: y, z?',
  });
  expect(refusalText({ code: 'prompt-missing', file: 'a.md' }).message).toBe(
    'Task prompt file not found: a.md',
  );
  expect(refusalText({ code: 'no-slot', limit: 5 }).message).toBe('Max concurrent sessions (5) reached');
  expect(refusalText({ code: 'tmux-missing' }).message).toBe('tmux required (install: apt install tmux)');
  expect(refusalText({ code: 'session-not-found', sessionId: 's', near: [] })).toEqual({
    message: 'Session not found: s',
    hint: 'List sessions: swarm list',
  });
  expect(refusalText({ code: 'session-not-active', sessionId: 's', status: 'COMPLETED' }).message).toBe(
    'Session not active (status: COMPLETED)',
  );
  expect(refusalText({ code: 'session-already-over', sessionId: 's', status: 'KILLED' }).message).toBe(
    'Session already terminated (status: KILLED)',
  );
});

test('a persona that is not there and like none is told with those that are', () => {
  const missing = { code: 'persona-not-found', name: 'x', folder: 'agents', near: [] } as const;
  expect(refusalText({ ...missing, misplaced: null, known: ['a', 'b'] }).hint).toBe(
    'There are a, b: swarm personas',
  );
});

test('a number of sessions that a persona allows is not told as a setting', () => {
  const spent = { code: 'quota-spent', quota: 'children', limit: 2 } as const;
  expect(refusalText(spent).message).toContain('limits.childrenPerSession');
  expect(refusalText({ ...spent, isOfPersona: true }).message).toContain('may_create of its persona');
});

test('a command for people does not name queue commands to an agent that asked for something else', () => {
  expect(refusalText({ code: 'not-from-attempt', verb: 'merge' }).hint).toContain('swarm help agents');
  expect(refusalText({ code: 'not-from-attempt', verb: 'queue edit' }).hint).toContain('add, show');
});

test('a name from outside cannot break the line or colour the terminal', () => {
  const { message } = refusalText({ code: 'session-not-found', sessionId: 'a\n\u001b[31mb', near: [] });
  expect(message).toBe('Session not found: a [31mb');
});

test('a folder is named with one slash at its end', () => {
  for (const folder of ['roles', 'roles/']) {
    const missing = { code: 'persona-not-found', name: 'x', folder, near: [] } as const;
    expect(refusalText({ ...missing, misplaced: null }).message).toBe("Agent 'x' not found in roles/");
  }
});

test('a persona that lies elsewhere is told where to, before names that are like its own', () => {
  const misplaced = { file: 'agents/x.md', to: 'agents/x/x-agent.md' };
  const refusal = { code: 'persona-not-found', name: 'x', folder: 'agents', near: ['y'], misplaced } as const;
  expect(refusalText(refusal).hint).toBe('Move agents/x.md to agents/x/x-agent.md');
});
