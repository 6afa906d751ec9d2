import { expect, test } from 'vitest';
import { dropLacking } from './drop-lacking.ts';

const LACKING = { bcc: 'there are no hidden recipients' };

test('a word that Swarm has nothing for is refused by its name, with the reason', () => {
  expect(() => dropLacking({ to: ['a'], bcc: ['b'] }, LACKING)).toThrow(
    'bcc: there are no hidden recipients. Nothing was done.',
  );
});

test.each([[[]], [null], [''], [false], [undefined]])('%j for such a word asks for nothing', (empty) => {
  expect(dropLacking({ to: ['a'], bcc: empty }, LACKING)).toEqual({ to: ['a'] });
});

test('what is no list of words is left to the schema', () => {
  for (const given of [null, undefined, 'text', [1]]) expect(dropLacking(given, LACKING)).toBe(given);
});
