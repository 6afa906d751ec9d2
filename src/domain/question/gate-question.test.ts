import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { isLookAgain, tellOfGate, wordMissingGate } from './gate-question.ts';

const asked = wordMissingGate({ workId: 'w1', command: 'npm tset', output: 'sh: tset: not found' });
const answered = (answer: string) => aQuestion({ ...asked, state: 'answered', answer });

test('the question names the work, the command and what the shell said', () => {
  expect(asked.text).toContain('The gate of w1 cannot run, because its command is not there: npm tset\n');
  expect(asked.text).toMatch(/sh: tset: not found$/);
});

test('the agent hears of it only if a person says that it is for the agent to mend', () => {
  expect(tellOfGate(answered('look again'))).toBeNull();
  expect(tellOfGate(answered('tell the agent'))).toContain('npm tset');
  expect(tellOfGate(answered('tell the agent'))).toContain('sh: tset: not found');
  expect(isLookAgain(answered('look again'))).toBe(true);
  expect(isLookAgain(aQuestion({ kind: 'escalation', answer: 'look again' }))).toBe(false);
});
