import { expect, test } from 'vitest';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { renderTrouble, troubleJson, troubleOfError, troubleOfRefusal } from './error-text.ts';
import { styleFor } from './style.ts';

test('a refusal reads as one line and a hint, and keeps its facts for programs', () => {
  const trouble = troubleOfRefusal({ code: 'session-not-found', sessionId: 'a', near: ['b'] });
  expect(renderTrouble(trouble, styleFor(false))).toBe('❌ Session not found: a\nℹ️  Did you mean: b?\n');
  expect(troubleJson(trouble)).toEqual({
    error: {
      code: 'session-not-found',
      message: 'Session not found: a',
      hint: 'Did you mean: b?',
      session_id: 'a',
      near: ['b'],
    },
  });
});

test('facts of a refusal are spelt as answers are: snake_case, and times with their offset', () => {
  const at = Date.UTC(2025, 10, 18, 15, 30, 42);
  const facts = { glob: 'a/**', held: 'a/*', holder: 'Blue-1', since: at, until: null } as const;
  expect(troubleJson(troubleOfRefusal({ code: 'reservation-taken', ...facts })).error).toMatchObject({
    since: '2025-11-18T15:30:42Z',
    until: null,
  });
  const late = troubleOfRefusal({ code: 'preflight-conflict', conflicts: ['x'], waitedMs: 3000 });
  expect(troubleJson(late).error).toMatchObject({ waited_ms: 3000, conflicts: ['x'] });
});

test('a mistake in a file names file, key and line', () => {
  const error = new UsageError('bad', { file: 'swarm.config.json', key: 'limits.sessions', line: 3 });
  expect(troubleJson(troubleOfError(error))).toEqual({
    error: { code: 'usage', message: 'bad', file: 'swarm.config.json', key: 'limits.sessions', line: 3 },
  });
});

test('a fault keeps its code, its hint and the lines it quotes', () => {
  const trouble = troubleOfError(new Fault('git-failed', 'git failed\n  fatal: no', { hint: 'try again' }));
  expect(trouble).toMatchObject({ kind: 'fault', code: 'git-failed' });
  expect(renderTrouble(trouble, styleFor(false))).toBe('❌ git failed\n   fatal: no\nℹ️  try again\n');
});

test('anything else is a mistake of ours and says so', () => {
  expect(troubleOfError(new TypeError('x is undefined'))).toMatchObject({ kind: 'bug', code: 'bug' });
  expect(troubleOfError('text')).toMatchObject({ kind: 'bug', message: 'text' });
});
