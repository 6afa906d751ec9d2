import { expect, test } from 'vitest';
import { hasWord, listPosition, nameTiersFor } from './session-name.ts';

test('what ends or moves work takes an id or the beginning of one', () => {
  for (const verb of ['kill', 'clean', 'merge', 'archive'])
    expect(nameTiersFor(verb, 'developer')).toEqual(['prefix']);
  expect(nameTiersFor('send', 'developer')).toContain('title');
  expect(nameTiersFor('send', 'de')).toEqual(['prefix']);
});

test('a place in the list counts from the newest', () => {
  expect(['@last', '@1', '@12', '@0', '@x', 'last', '1'].map(listPosition)).toEqual([
    1,
    1,
    12,
    null,
    null,
    null,
    null,
  ]);
});

test('a title is named by a whole word of it', () => {
  expect(hasWord('Fix the Login, please', 'login')).toBe(true);
  expect(hasWord('Fix the logins', 'login')).toBe(false);
  expect(hasWord('Prüfe die Übersicht', 'übersicht')).toBe(true);
});
