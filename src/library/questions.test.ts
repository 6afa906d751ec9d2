import { expect, test } from 'vitest';
import { aReport, aRole } from '../../tests/samples/run-report.ts';
import { aQuestion, T0 } from '../../tests/store/rows.ts';
import { openQuestionsOf } from './questions.ts';

test('what is open is told with the role that asks, and nothing that was answered', () => {
  const questions = [
    aQuestion({ id: 'q1', sessionId: 'r1-researcher', text: 'How long?', options: ['a'], askedAt: T0 }),
    aQuestion({ id: 'q2', sessionId: null, runId: 'r1', text: 'And now?', options: [], askedAt: T0 }),
    aQuestion({ id: 'q3', state: 'answered', answer: 'yes' }),
  ];
  const open = openQuestionsOf(aReport({ roles: [aRole('researcher')], questions }));
  expect(open.map(({ id, role, text, options }) => [id, role, text, options])).toEqual([
    ['q1', 'researcher', 'How long?', ['a']],
    ['q2', null, 'And now?', []],
  ]);
  expect(open[0]?.askedAt).toBe(new Date(T0).toISOString());
});
