import { expect, test } from 'vitest';
import type { HitAnswer } from '../../src/contract/answer/search.ts';
import { hitPath } from './hit-path.ts';

const hit = (changes: Partial<HitAnswer>): HitAnswer => ({
  kind: 'note',
  id: 'x y',
  at: '2026-01-27T15:30:00Z',
  session_id: 's1',
  run_id: 'r1',
  title: 'open',
  excerpt: '',
  ...changes,
});

test.each([
  [{}, '/sessions/s1'],
  [{ session_id: null }, '/runs/r1'],
  [{ session_id: null, run_id: null }, null],
  [{ kind: 'work' }, '/queue/x%20y'],
  [{ kind: 'mail' }, '/mail/x%20y'],
  [{ kind: 'question' }, '/questions/x%20y'],
  [{ kind: 'question', title: 'delivered' }, '/sessions/s1'],
  [{ kind: 'journal' }, '/sessions/s1/journal'],
  [{ kind: 'journal', session_id: null }, '/runs/r1'],
] as const)('%j is shown at %s', (changes, path) => {
  expect(hitPath(hit(changes))).toBe(path);
});
