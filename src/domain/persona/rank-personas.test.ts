import { expect, test } from 'vitest';
import { choosePersona } from './choose-persona.ts';
import { type Candidate, type PastSuccess, rankPersonas } from './rank-personas.ts';
import { stemOf, tellingWords } from './task-words.ts';

const persona = (name: string, description: string, ...tags: string[]): Candidate => ({
  name,
  description,
  tags,
});
const CREW = [
  persona('developer', 'Changes code in its own workspace, with tests', 'fix', 'bug', 'feature'),
  persona('reviewer', "Judges another agent's work against its task", 'review', 'quality'),
  persona('researcher', 'Finds out how things are, with sources', 'question', 'investigate'),
];
const ranked = (task: string, past: Readonly<Record<string, PastSuccess>> = {}, crew = CREW) =>
  rankPersonas(task, crew, new Map(Object.entries(past)));
const chosen = (task: string, past: Readonly<Record<string, PastSuccess>> = {}, crew = CREW) =>
  choosePersona(ranked(task, past, crew));

test.each([
  ['Fix the bug in the login', 'developer'],
  ['# Review the change of auth.ts\n\nLook for bugs.', 'reviewer'],
  ['Investigate why the nightly build fails', 'researcher'],
  ['reviewing: the RÉVIEWS of last week', 'reviewer'],
])('"%s" is a task for the %s', (task, name) => {
  expect(chosen(task)).toEqual({ is: 'clear', name });
});

test('each reason says which words stand where, and how it went before', () => {
  const [best] = ranked('Fix the bug with tests', { developer: { completed: 4, failed: 1 } });
  expect(best).toEqual({
    name: 'developer',
    score: 38.9,
    reasons: ['fix, bug among its tags', 'tests in its description', '4 of 5 sessions completed'],
    past: { completed: 4, failed: 1 },
  });
});

test('a word of the first line counts more than one of the rest, a rare one more than a common one', () => {
  const crew = [
    persona('a', 'tables'),
    persona('b', 'chairs'),
    persona('c', 'chairs'),
    persona('d', 'chairs'),
  ];
  const scores = (task: string) => ranked(task, {}, crew).map(({ name, score }) => `${name} ${score}`);
  expect(scores('tables')[0]).toBe('a 8');
  expect(scores('Hello\n\ntables')[0]).toBe('a 4');
  expect(scores('chairs')[0]).toBe('b 4');
});

test('past success decides between equals, and never makes one fit that does not', () => {
  const crew = [persona('one', 'writes tests'), persona('other', 'writes tests')];
  expect(chosen('tests', {}, crew)).toEqual({ is: 'tied', names: ['one', 'other'] });
  const past = { one: { completed: 0, failed: 9 }, other: { completed: 9, failed: 0 } };
  expect(chosen('tests', past, crew)).toEqual({ is: 'clear', name: 'other' });
  expect(chosen('bake bread', { one: { completed: 999, failed: 0 } }, crew).is).toBe('none');
});

test('where nothing fits, the nearest are named; nothing at all fits without personas', () => {
  expect(chosen('bake bread')).toMatchObject({ is: 'none', names: ['developer', 'researcher', 'reviewer'] });
  expect(chosen('')).toMatchObject({ is: 'none' });
  expect(choosePersona(rankPersonas('fix', [], new Map()))).toEqual({ is: 'none', names: [] });
});

test('the order of the personas changes nothing', () => {
  const task = 'Review the fix of the bug, and say which questions are open';
  expect(rankPersonas(task, CREW.toReversed(), new Map())).toEqual(ranked(task));
});

test('words are folded to stems, and empty ones are left out', () => {
  expect(['reviewer', 'reviews', 'reviewing', 'review'].map(stemOf)).toEqual(Array(4).fill('review'));
  expect(['queries', 'query'].map(stemOf)).toEqual(['query', 'query']);
  expect([...tellingWords('What should the Établissement of 42 agents be?').values()]).toEqual([
    'etablissement',
  ]);
});
