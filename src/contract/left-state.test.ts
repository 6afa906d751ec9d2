import { expect, test } from 'vitest';
import { sampleSession, sampleView } from '../../tests/samples/session.ts';
import { type LeftFolder, rebuildSession } from '../domain/session/rebuild-session.ts';
import { renderStateJson } from '../views/state-json.ts';
import { parseLeftState } from './left-state.ts';

const ended = sampleSession({
  state: 'killed',
  ending: 'killed',
  reason: 'timeout',
  reasonText: 'worked longer than 10 min',
  exitCode: 143,
  parentId: '20251118-100000-lead',
  priority: 'high',
  endedAt: Date.parse('2025-11-18T16:00:00Z'),
});
const NOW = Date.parse('2026-01-01T00:00:00Z');
const drawn = (session = ended): string => renderStateJson(sampleView({ session }));
const leftOf = (text: string, more: Partial<LeftFolder> = {}): LeftFolder => ({
  id: ended.id,
  isArchived: false,
  state: parseLeftState(text, ended.id),
  prompt: 'the task',
  attempts: [1, 2],
  changedAt: NOW - 1,
  ...more,
});

test('an ended session comes back from its drawn state as it was, as far as that tells', () => {
  const { session, spec } = rebuildSession(leftOf(drawn()), NOW);
  const { id, persona, state, ending, reason, reasonText, exitCode, parentId, tags, metadata } = ended;
  expect(session).toMatchObject({
    ...{ id, persona, state, ending, reason, reasonText, exitCode, parentId, tags, metadata },
    priority: 'high',
    lifetimeMs: ended.lifetimeMs,
    attempt: 2,
    endedAt: ended.endedAt,
    workingSince: null,
  });
  expect(spec.prompt).toBe('the task');
});

test('one that was not over counts as failed, because nothing knows how it ended', () => {
  const { session } = rebuildSession(leftOf(drawn(sampleSession())), NOW);
  expect(session).toMatchObject({ state: 'failed', ending: 'failed', reason: 'lost', endedAt: NOW - 1 });
});

test('a folder without a state is a session too', () => {
  const { session } = rebuildSession(leftOf('', { attempts: [], isArchived: true }), NOW);
  expect(session).toMatchObject({ id: ended.id, persona: 'unknown', state: 'failed', attempt: 0 });
  expect(session.archivedAt).not.toBeNull();
});

test.each([
  ['no JSON', () => '{"session_id":'],
  ['a list', () => '[]'],
  ['of another session', () => drawn().replaceAll(ended.id, '20251118-000000-other')],
  ['with a path for a persona', () => drawn().replace('"grafana-validator"', '"../../etc"')],
  ['with a time that is none', () => drawn().replace(/"created_at": "[^"]*"/, '"created_at": "soon"')],
  ['with a tag of ten thousand letters', () => drawn().replace('"validation"', `"${'x'.repeat(10_000)}"`)],
])('a state that is %s is not believed', (_, text) => {
  expect(parseLeftState(text(), ended.id)).toBeNull();
});

test('times of the future are not believed', () => {
  const text = drawn().replaceAll('2025-11-18', '2099-11-18');
  const { session } = rebuildSession(leftOf(text), NOW);
  expect([session.createdAt, session.endedAt]).toEqual([NOW, NOW]);
});
