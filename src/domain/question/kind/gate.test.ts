import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { effectOfAnswer, wordQuestion } from '../kinds.ts';

const asked = wordQuestion('gate', { workId: 'w1', command: 'npm tset', output: 'sh: tset: not found' });

test('the question names the work, the command and what the shell said', () => {
  expect(asked.text).toContain('The gate of w1 cannot run, because its command is not there: npm tset\n');
  expect(asked.text).toMatch(/sh: tset: not found$/);
});

test('the agent hears of it only if a person says that it is for the agent to mend', () => {
  expect(effectOfAnswer(aQuestion(asked), 'look again')).toEqual({ do: 'check-again' });
  const effect = effectOfAnswer(aQuestion(asked), 'tell the agent');
  expect(effect).toMatchObject({ do: 'give-turn', body: expect.stringContaining('npm tset') });
  expect(effect).toMatchObject({ body: expect.stringContaining('sh: tset: not found') });
});

test('retry and skip are orders, however they are spelt, and no words for the agent', () => {
  const asked = aQuestion(wordQuestion('gate', { workId: 'w', command: 'check', output: 'not found' }));
  expect(effectOfAnswer(asked, 'Retry')).toEqual({ do: 'check-again' });
  for (const answer of ['skip', 'stop', 'give up'])
    expect(effectOfAnswer(asked, answer)).toMatchObject({ do: 'end-session', ending: 'failed' });
  const stretch = aQuestion(wordQuestion('stretch', { stretches: 3 }));
  expect(effectOfAnswer(stretch, 'skip')).toMatchObject({ do: 'end-session' });
  const interrupt = aQuestion(wordQuestion('interrupt', { text: 'wait' }));
  expect(effectOfAnswer(interrupt, ' STOP')).toMatchObject({ do: 'end-session', ending: 'killed' });
  expect(effectOfAnswer(interrupt, 'stop the server first')).toMatchObject({ do: 'carry' });
});
