import { expect, test } from 'vitest';
import { APPROVAL_OPTIONS, readApproval, rejection } from './approval-answer.ts';

test('approve and stop are words alone; reject carries what to change', () => {
  expect(readApproval(' approve ')).toEqual({ is: 'approve' });
  expect(readApproval('stop')).toEqual({ is: 'stop' });
  expect(readApproval('reject: too\nlarge')).toEqual({ is: 'reject', words: 'too\nlarge' });
  expect(readApproval('reject too large')).toEqual({ is: 'reject', words: 'too large' });
  expect(readApproval(rejection('too large'))).toEqual({ is: 'reject', words: 'too large' });
});

test.each([
  '',
  'yes',
  'aprove',
  'approve it',
  'Approve',
  'reject',
  'reject:',
  'rejected',
  APPROVAL_OPTIONS[1],
])('%j decides nothing', (answer) => {
  expect(readApproval(answer)).toBeNull();
});
