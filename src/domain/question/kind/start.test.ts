import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import type { Obstacle } from '../../agent/obstacle.ts';
import { wordQuestion } from '../kinds.ts';
import { decideObstacles } from './start.ts';

const obstacle = (code: string, more: Partial<Obstacle> = {}): Obstacle => ({
  code,
  what: `it would ask about ${code}`,
  remedy: `answer ${code}`,
  isCertain: true,
  fix: null,
  ...more,
});
const asked = (codes: readonly string[], answer: string | null) =>
  aQuestion({ kind: 'start', payload: { codes }, answer });
const codes = (...words: Parameters<typeof decideObstacles>) =>
  decideObstacles(...words).map(({ code }) => code);

test('what is certain holds up a start, and what cannot be known does not', () => {
  expect(codes([obstacle('trust'), obstacle('login', { isCertain: false })], [])).toEqual(['trust']);
});

test('what the person would start with anyway is not asked about again, anything else is', () => {
  const found = [obstacle('trust'), obstacle('welcome')];
  expect(codes(found, [asked(['trust', 'welcome'], 'start anyway')])).toEqual([]);
  expect(codes(found, [asked(['trust'], 'start anyway')])).toEqual(['welcome']);
  expect(codes(found, [asked(['trust', 'welcome'], 'look again')])).toEqual(['trust', 'welcome']);
  expect(codes(found, [asked(['trust', 'welcome'], null)])).toEqual(['trust', 'welcome']);
});

test('an answer to a question of another kind says nothing about a start', () => {
  const others = [aQuestion({ kind: 'ask', payload: { key: 'trust' }, answer: 'start anyway' })];
  expect(codes([obstacle('trust')], others)).toEqual(['trust']);
});

test('the question names each obstacle with its remedy, and what can be mended from here', () => {
  const words = wordQuestion('start', { cli: 'claude', obstacles: [obstacle('trust'), obstacle('welcome')] });
  expect(words.text).toContain('it would ask about trust. Remedy: answer trust.');
  expect(words.text).toContain('it would ask about welcome. Remedy: answer welcome.');
  expect(words.text).not.toContain('doctor --fix');
  expect(words).toMatchObject({
    options: ['look again', 'start anyway', 'stop'],
    payload: { codes: ['trust', 'welcome'] },
  });
  const fix = { file: '/h/x.json', path: ['a'], value: true };
  const mendable = [obstacle('trust', { fix })];
  expect(wordQuestion('start', { cli: 'claude', obstacles: mendable }).text).toContain('doctor --fix');
});
