import { expect, test } from 'vitest';
import { fitPart } from './notice.ts';

const part = { heading: 'reviewer', text: 'short', hint: 'swarm answer q-1 …' };

test('a part that fits stays as it is', () => {
  expect(fitPart(part, 100)).toBe(part);
});

test('a part that is cut keeps what to do, and says how to see the rest', () => {
  const long = { ...part, text: 'x'.repeat(900), whole: 'swarm questions show q-1' };
  const { heading, text, hint } = fitPart(long, 200);
  expect(text).toMatch(/^x+… 7\d\d more characters \(swarm questions show q-1\)$/);
  expect(`${heading}\n${text}\n${hint}`.length).toBeLessThanOrEqual(200);
  expect(hint).toBe(part.hint);
});
