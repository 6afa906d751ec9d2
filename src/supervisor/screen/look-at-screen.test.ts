import { expect, test } from 'vitest';
import { aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import { openDraft } from '../../app/draft.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { BROKEN_OFF, draftInterrupted } from './look-at-screen.ts';

const working = aSession({ state: 'working', mode: 'interactive', attempt: 1 });
const turn = (changes: Partial<Turn>): Turn => aTurn({ sessionId: working.id, attempt: 1, ...changes });
const draftOf = (session: typeof working, turns: readonly Turn[]) =>
  openDraft(session, turns, { at: 5, by: 'test' });

test('what was read is broken off, and the session rests', () => {
  const draft = draftOf(working, [turn({ state: 'seen' }), turn({ id: 'next', state: 'queued' })]);
  draftInterrupted(draft, []);
  expect(draft.turns.map(({ state }) => state)).toEqual(['interrupted', 'queued']);
  expect(draft.session.state).toBe('idle');
  expect(draft.writes.map((write) => 'journal' in write && write.journal.note)).toEqual([
    BROKEN_OFF,
    BROKEN_OFF,
  ]);
});

test("so does one that worked on a person's own words", () => {
  const draft = draftOf(working, []);
  draftInterrupted(draft, []);
  expect(draft.session.state).toBe('idle');
  expect(draft.writes).toMatchObject([{ journal: { note: 'its screen is at rest' } }]);
});

test('what is still on its way to the screen keeps the session at work', () => {
  const draft = draftOf(working, [turn({ state: 'seen' }), turn({ id: 'steer', state: 'handed' })]);
  draftInterrupted(draft, []);
  expect(draft.turns.map(({ state }) => state)).toEqual(['interrupted', 'handed']);
  expect(draft.session).toMatchObject({ state: 'working', version: working.version + 1 });
});

test('a dialog that was dismissed is asked about no longer; any other question stays', () => {
  const waiting = { ...working, state: 'waiting' as const };
  const payload = { requestId: 'r-1', input: null, questions: [] };
  const dialog = aQuestion({ id: 'q-1', sessionId: waiting.id, attempt: 1, kind: 'dialog', payload });
  const other = aQuestion({ id: 'q-2', sessionId: waiting.id, attempt: 1 });
  const draft = draftOf(waiting, [turn({ state: 'seen' })]);
  draftInterrupted(draft, [dialog, other]);
  const closed = draft.writes.flatMap((write) => (write.kind === 'step-question' ? [write.step] : []));
  expect(closed.map(({ from, to }) => [from.id, to.state])).toEqual([['q-1', 'superseded']]);
  expect(draft.session.state).toBe('waiting');
});
