import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { wordQuestion } from './kinds.ts';
import { answerQuestion, deliverAnswer, supersedeQuestion } from './question.ts';
import type { QuestionState } from './question-kind.ts';

const STATES: readonly QuestionState[] = ['open', 'answered', 'delivered', 'superseded'];
const given = { answer: 'blue', by: 'ann', at: 9 };

function tableOf(state: QuestionState): string {
  const question = aQuestion({ state });
  const steps = {
    answer: answerQuestion(question, given),
    deliver: deliverAnswer(question, null),
    supersede: supersedeQuestion(question, 9),
  };
  const cells = Object.entries(steps).flatMap(([name, step]) =>
    step.ok ? [`${name} → ${step.value.to.state}`] : [],
  );
  return `${state}: ${cells.join(', ') || 'final'}`;
}

test('a question is answered at most once, and its answer delivered at most once', () => {
  expect(STATES.map(tableOf).join('\n')).toMatchInlineSnapshot(`
    "open: answer → answered, supersede → superseded
    answered: deliver → delivered, supersede → superseded
    delivered: final
    superseded: final"
  `);
});

test('an answer is kept with who gave it and when', () => {
  const step = answerQuestion(aQuestion(), given);
  expect(step.ok && step.value.to).toMatchObject({ answer: 'blue', answeredBy: 'ann', answeredAt: 9 });
});

test('a person who answers too late is told the answer that stands', () => {
  const step = answerQuestion(aQuestion({ state: 'answered', answer: 'red' }), given);
  expect(step).toEqual({
    ok: false,
    refusal: { code: 'question-closed', questionId: 'question-1', state: 'answered', answer: 'red' },
  });
});

test('where answers are offered, only those are taken', () => {
  const question = aQuestion({ kind: 'ask', payload: { key: 'k' }, options: ['red', 'blue'] });
  expect(answerQuestion(question, given).ok).toBe(true);
  expect(answerQuestion(question, { ...given, answer: 'green' })).toEqual({
    ok: false,
    refusal: { code: 'answer-not-offered', questionId: 'question-1', options: ['red', 'blue'], why: null },
  });
});

test('what holds a loop up is answered in any words', () => {
  const question = aQuestion(wordQuestion('loop-interrupt', { text: 'main is red' }));
  expect(answerQuestion(question, { ...given, answer: 'main is green' }).ok).toBe(true);
});

test('an answer that was given keeps its time when no agent is left to use it', () => {
  const unused = supersedeQuestion(aQuestion({ state: 'answered', answeredAt: 3 }), 9);
  expect(unused.ok && unused.value.to.answeredAt).toBe(3);
  const unanswered = supersedeQuestion(aQuestion(), 9);
  expect(unanswered.ok && unanswered.value.to.answeredAt).toBe(9);
});

test('an answer that goes as a line of input remembers its index', () => {
  const step = deliverAnswer(aQuestion({ state: 'answered' }), 4);
  expect(step.ok && step.value.to.line).toBe(4);
});
