import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { carriedText } from './carried-text.ts';

test('who was interrupted is told why, and who asked is told what they asked', () => {
  const stopped = carriedText(aQuestion({ text: 'main is red', answer: 'mend it first' }));
  expect(stopped).toContain('You were interrupted: main is red');
  expect(stopped).toContain('The answer is: mend it first');
  const asked = carriedText(aQuestion({ text: 'which one?', answer: 'blue', askingKey: 's/1/a.json' }));
  expect(asked).toContain('You asked: which one?');
});
