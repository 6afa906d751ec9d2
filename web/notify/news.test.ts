import { expect, test } from 'vitest';
import { newsIn } from './news.ts';

const question = (id: string) => ({ id, text: 'Which?', title: null });

test('what was open at the first look is no news, and what came later is told once', () => {
  expect(newsIn(null, [question('q1')])).toEqual([]);
  expect(newsIn(new Set(['q1']), [question('q1'), question('q2')])).toEqual([question('q2')]);
  expect(newsIn(new Set(['q1', 'q2']), [question('q2')])).toEqual([]);
});
