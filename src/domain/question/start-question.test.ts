import { expect, test } from 'vitest';
import type { Obstacle } from '../agent/obstacle.ts';
import { decideHolds, isStartQuestion, wordStart } from './start-question.ts';

const obstacle = (code: string, more: Partial<Obstacle> = {}): Obstacle => ({
  code,
  what: `it would ask about ${code}`,
  remedy: `answer ${code}`,
  isCertain: true,
  fix: null,
  ...more,
});
const asked = (codes: readonly string[], answer: string | null) => ({
  kind: 'escalation' as const,
  askingKey: null,
  requestId: null,
  input: JSON.stringify(codes),
  answer,
});
const codes = (...words: Parameters<typeof decideHolds>) => decideHolds(...words).map(({ code }) => code);

test('what is certain holds up a start, and what nobody can know does not', () => {
  expect(codes([obstacle('trust'), obstacle('login', { isCertain: false })], [])).toEqual(['trust']);
});

test('what the person would start with anyway is not asked about again, anything else is', () => {
  const found = [obstacle('trust'), obstacle('welcome')];
  expect(codes(found, [asked(['trust', 'welcome'], 'start anyway')])).toEqual([]);
  expect(codes(found, [asked(['trust'], 'start anyway')])).toEqual(['welcome']);
  expect(codes(found, [asked(['trust', 'welcome'], 'look again')])).toEqual(['trust', 'welcome']);
  expect(codes(found, [asked(['trust', 'welcome'], null)])).toEqual(['trust', 'welcome']);
});

test('an answer to somebody else says nothing about a start', () => {
  const others = [
    { ...asked(['trust'], 'start anyway'), kind: 'permission' as const },
    { ...asked(['trust'], 'start anyway'), askingKey: 'a/1/x' },
    { ...asked(['trust'], 'start anyway'), requestId: 'r1' },
    { ...asked(['trust'], 'start anyway'), input: null },
  ];
  expect(others.map(isStartQuestion)).toEqual([false, false, false, false]);
  expect(codes([obstacle('trust')], others)).toEqual(['trust']);
});

test('the question names each obstacle with its remedy, and what can be mended from here', () => {
  const words = wordStart({ cli: 'claude', obstacles: [obstacle('trust'), obstacle('welcome')] });
  expect(words.text).toContain('it would ask about trust. Remedy: answer trust.');
  expect(words.text).toContain('it would ask about welcome. Remedy: answer welcome.');
  expect(words.text).not.toContain('doctor --fix');
  expect(words).toMatchObject({
    options: ['look again', 'start anyway', 'stop'],
    input: '["trust","welcome"]',
  });
  const fix = { file: '/h/x.json', path: ['a'], value: true };
  expect(wordStart({ cli: 'claude', obstacles: [obstacle('trust', { fix })] }).text).toContain(
    'doctor --fix',
  );
});
