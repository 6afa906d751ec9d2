import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { effectOf, partsOf, wordQuestion } from '../kinds.ts';
import { answerQuestion, type Question } from '../question.ts';

const ask = (text: string, header: string, labels: readonly string[]) => ({
  text,
  header,
  options: labels.map((label) => ({ label, description: '' })),
  isMulti: false,
});
const STORE = ask('Which store?', 'Store', ['Postgres', 'SQLite', '3']);
const FEATURES = {
  ...ask('Which features?', 'Features', ['Auth', 'Cache', 'Search, fast']),
  isMulti: true,
};
const FREE = ask('Use a=b?\nReally?', '', []);
const request = { requestId: 'r', input: '{}' };
const several = aQuestion(wordQuestion('dialog', { ...request, questions: [STORE, FEATURES, FREE] }));
const single = (question = STORE) => aQuestion(wordQuestion('dialog', { ...request, questions: [question] }));

function give(question: Question, ...words: string[]): Question {
  const step = answerQuestion(question, { answer: words, by: 'ann', at: 1 });
  if (!step.ok) throw new Error(JSON.stringify(step.refusal));
  return step.value.to;
}

function sent(question: Question): unknown {
  const effect = effectOf(question);
  return effect.do === 'reply' && effect.reply.is === 'words' ? effect.reply.words.answers : null;
}

test('one question is answered by label, by number, or in own words', () => {
  const told = (words: string) => sent(give(single(), words));
  expect(told('postgres')).toEqual({ 'Which store?': 'Postgres' });
  expect(told('2')).toEqual({ 'Which store?': 'SQLite' });
  expect(told('3')).toEqual({ 'Which store?': '3' });
  expect(told('MySQL, 1 node')).toEqual({ 'Which store?': 'MySQL, 1 node' });
  expect(told('Which store?=Postgres')).toEqual({ 'Which store?': 'Postgres' });
  expect(sent(give(single(FEATURES), '1, cache, mine'))).toEqual({ 'Which features?': 'Auth, Cache, mine' });
  expect(sent(give(single(FEATURES), 'Search, fast'))).toEqual({ 'Which features?': 'Search, fast' });
});

test('several are kept one by one, and sent when the last is answered', () => {
  const first = give(several, 'Which store?=2');
  expect([first.state, sent(first)]).toEqual(['open', null]);
  expect(partsOf(first).map(({ answer }) => answer)).toEqual(['SQLite', null, null]);
  const changed = give(give(first, 'store = Postgres'), '2=Auth, Cache');
  expect(changed.state).toBe('open');
  const last = give(changed, 'a=b\\n\n"yes"');
  expect(last.state).toBe('answered');
  expect(sent(last)).toEqual({
    'Which store?': 'Postgres',
    'Which features?': 'Auth, Cache',
    'Use a=b?\nReally?': 'a=b\\n\n"yes"',
  });
});

test('several are answered together', () => {
  const all = give(several, 'Features=Cache', '1=1', 'use a=b?\nreally?=no');
  expect(sent(all)).toEqual({
    'Which store?': 'Postgres',
    'Which features?': 'Cache',
    'Use a=b?\nReally?': 'no',
  });
  expect(give(several, 'Which', 'store?=1').answer).toBe('Which store?=Postgres');
});

test('an answer that names no question is refused, and nothing is kept', () => {
  const step = answerQuestion(several, { answer: ['Store=1', 'Postgres'], by: 'ann', at: 1 });
  expect(step.ok ? null : step.refusal).toMatchObject({ why: expect.stringContaining('"Which store?=…"') });
});

test('what an older version kept for several questions is still sent', () => {
  expect(sent({ ...several, state: 'answered', answer: 'blue' })).toEqual({ 'Which store?': 'blue' });
});

test('each is shown with its header, its options and how it may be answered', () => {
  expect(several.text.split('\n')).toEqual([
    '1. [Store] Which store?',
    '   1) Postgres',
    '   2) SQLite',
    '   3) 3',
    '2. [Features] Which features? (several may be chosen)',
    '   1) Auth',
    '   2) Cache',
    '   3) Search, fast',
    '3. Use a=b?',
    'Really?',
  ]);
});
