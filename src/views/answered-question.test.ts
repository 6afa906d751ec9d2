import { expect, test } from 'vitest';
import { aQuestion } from '../../tests/store/rows.ts';
import { wordQuestion } from '../domain/question/kinds.ts';
import { renderAnswered } from './answered-question.ts';
import { styleFor } from './style.ts';

const plain = styleFor(false);
const ask = (text: string) => ({
  text,
  header: '',
  options: ['Red', 'Blue'].map((label) => ({ label, description: '' })),
  isMulti: false,
});

test('an answer is repeated with all that it was given to', () => {
  const request = { requestId: 'r', input: '{}', tool: 'Bash', summary: 'ls', details: '  ls\n  rm x\u202e' };
  const question = aQuestion({ id: 'q-1', ...wordQuestion('permission', request), state: 'answered' });
  expect(renderAnswered({ ...question, answer: 'deny not x' }, plain)).toBe(
    [
      `✅ Answered q-1; ${question.sessionId} is told`,
      '  May it use Bash?',
      '    ls',
      '    rm x<U+202E>',
      '  → deny not x',
      '',
    ].join('\n'),
  );
});

test('an answer to a part tells what is kept, what is free text, and what is still open', () => {
  const questions = ['Which wall?', 'Which roof?', 'Which door?'].map(ask);
  const worded = wordQuestion('dialog', { requestId: 'r', input: '{}', questions });
  const answer = 'Which wall?=Red\nWhich roof?=Rde';
  const text = renderAnswered(aQuestion({ id: 'q-1', ...worded, answer }), plain);
  expect(text).toContain('Kept for q-1; nothing is sent yet\n');
  expect(text).toContain(
    '  → Which wall? = Red\n  → Which roof? = Rde (your own words)\n  → Which door? (open)\n',
  );
  expect(text).toContain('Still open: swarm answer q-1 "Which door?=…"\n');
});
