import { expect, test } from 'vitest';
import { aSession } from '../../../tests/store/rows.ts';
import { openDraft } from '../../app/draft.ts';
import { draftLeft } from './leave-screen.ts';

const leave = (isSentAway: boolean): string => {
  const draft = openDraft(aSession({ state: 'waiting', attempt: 1 }), [], { at: 1, by: 'supervisor' });
  draftLeft(draft, { exitCode: 0, closedByPerson: false, hasResult: true, isSentAway });
  return draft.session.state;
};

test('a screen that a person left is over; one that was sent away for a login goes on', () => {
  expect(leave(false)).toBe('stopping');
  expect(leave(true)).toBe('waiting');
});
