import { expect, test } from 'vitest';
import { aMessage } from '../../../../tests/samples/workflow.ts';
import { feedbackText } from './words.ts';

test('what a review says is told whole, its summary before its points', () => {
  const points = [{ about: 'Depth', text: 'measure again' }];
  const body = 'changes\nNearly there.\n- Depth: measure again';
  const said = aMessage({ type: 'review', verdict: 'changes', findings: points, body });
  expect(feedbackText(said)).toBe('Nearly there.\n- Depth: measure again');
  expect(feedbackText({ ...said, verdict: 'approved', findings: [], body: 'approved\nGood' })).toBe('');
});
