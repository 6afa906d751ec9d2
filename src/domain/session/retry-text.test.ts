import { expect, test } from 'vitest';
import { sampleSession } from '../../../tests/samples/session.ts';
import { retryText } from './retry-text.ts';

test('a retry says how the work had ended, and what the person adds', () => {
  const failed = sampleSession({ state: 'failed', reason: 'crash', reasonText: 'signal 9' });
  expect(retryText(failed, 'mind the lock')).toBe(
    'Try your task again. It had ended as failed (crash: signal 9).\n\n' +
      'Look first at what is done already, and go on from there.\n\nmind the lock',
  );
  expect(retryText(sampleSession({ state: 'completed' }), '')).toContain('It had completed.');
});
