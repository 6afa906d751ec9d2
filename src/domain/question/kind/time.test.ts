import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { effectOfAnswer, wordQuestion } from '../kinds.ts';
import { firstLifetimeMs } from './time.ts';

const first = aQuestion(wordQuestion('time', { text: 'too long', lifetimeMs: 30 }));
const second = aQuestion(wordQuestion('time', { text: 'too long', lifetimeMs: 90 }));

test('to go on grants the time of the beginning again, however often', () => {
  expect(first.options).toEqual(['go on', 'stop']);
  expect(effectOfAnswer(first, 'go on')).toMatchObject({ do: 'carry', grantedMs: 30 });
  expect(firstLifetimeMs([aQuestion(), first, second])).toBe(30);
  expect(firstLifetimeMs([aQuestion()])).toBeUndefined();
});

// An older Swarm offered to give up.
test.each(['stop', 'give up'])('to %s ends the session for its time', (answer) => {
  const offered = { ...first, options: ['go on', answer] };
  expect(effectOfAnswer(offered, answer)).toEqual({
    do: 'end-session',
    ending: 'killed',
    reason: 'timeout',
    text: 'too long',
  });
});

test('the words by which a loop gives an item up end it too, and others are refused', () => {
  expect(effectOfAnswer(first, 'Skip ')).toMatchObject({ do: 'end-session', reason: 'timeout' });
  expect(effectOfAnswer(first, 'take your time')).toBeNull();
});
