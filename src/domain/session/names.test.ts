import { expect, test } from 'vitest';
import { branchName, paneSession, paneWindow, sessionId } from './names.ts';

const lone = { sessionId: '20251118-153042-a.b', runId: null, role: null };
const inRun = { sessionId: '20251118-153042-a', runId: '1763479842', role: 'data.base:agent' };

test('a session is named after its second in UTC and its persona, with a number when that is taken', () => {
  const at = new Date('2025-01-08T05:03:02.999Z');
  expect(sessionId(at, 'scout')).toBe('20250108-050302-scout');
  expect(sessionId(at, 'scout', 1)).toBe('20250108-050302-scout');
  expect(sessionId(at, 'scout', 12)).toBe('20250108-050302-scout-12');
});

test('names for tmux hold nothing that tmux gives a meaning to', () => {
  expect(paneSession('swarm', lone)).toBe('swarm-20251118-153042-a_b');
  expect(paneWindow(lone)).toBe('agent');
  expect(paneSession('swarm', inRun)).toBe('swarm_1763479842');
  expect(paneWindow(inRun)).toBe('data_base_agent');
});

test('a branch is named after the lone session, or after the role and its run', () => {
  expect(branchName({ id: 'x', persona: 'p', runId: null, role: null })).toBe('swarm/x');
  expect(branchName({ id: 'x', persona: 'p', runId: '7', role: 'r' })).toBe('swarm/r-7');
  expect(branchName({ id: 'x', persona: 'p', runId: '7', role: null })).toBe('swarm/p-7');
});
