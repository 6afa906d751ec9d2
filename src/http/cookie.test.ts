import { expect, test } from 'vitest';
import { readCookies, renderCookie } from './cookie.ts';

test('a cookie is kept from scripts and from other sites', () => {
  expect(renderCookie(4400, 'abc')).toBe(
    'swarm_4400=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict',
  );
});

test('only cookies of this port count, and all of them', () => {
  expect(readCookies(4400, 'swarm_4401=other; swarm_4400=one;swarm_4400=two; x=y')).toEqual(['one', 'two']);
  expect(readCookies(440, 'swarm_4400=one')).toEqual([]);
  expect(readCookies(4400, undefined)).toEqual([]);
});
