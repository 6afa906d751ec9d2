import { expect, test } from 'vitest';
import { storeWith } from '../../../tests/samples/round.ts';
import { aQuestion, aSession, T0 } from '../../../tests/store/rows.ts';
import { partsOf, wordQuestion } from '../../domain/question/kinds.ts';
import { answerQuestion } from './answer-question.ts';

const ask = (text: string) => ({ text, header: '', options: [], isMulti: false });
const questions = ['Which store?', 'Which features?', 'Deploy where?'].map(ask);

async function scene() {
  const worded = wordQuestion('dialog', { requestId: 'r', input: '{}', questions });
  const question = aQuestion({ ...worded, id: 'q-1' });
  const store = await storeWith({ session: aSession({ state: 'waiting' }), questions: [question] });
  const poked: string[] = [];
  const deps = {
    store,
    clock: { now: () => T0 },
    by: 'ann',
    poke: async (key: string) => void poked.push(key),
  };
  return { store, poked, give: (...answer: string[]) => answerQuestion(deps, { questionId: 'q-1', answer }) };
}

test('parts that are answered at the same time are all kept, and the last one sends them', async () => {
  const { store, poked, give } = await scene();
  await Promise.all([give('Which store?=Postgres'), give('Which features?=Auth')]);
  const kept = await store.findQuestion('q-1');
  expect(kept?.state).toBe('open');
  expect(kept && partsOf(kept).map(({ answer }) => answer)).toEqual(['Postgres', 'Auth', null]);
  expect(poked).toEqual([]);

  expect(await give('here')).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(poked).toEqual([kept?.sessionId]);
});

test('a person who answers after the last part is told what stands', async () => {
  const { give } = await scene();
  await give('1=a', '2=b', '3=c');
  expect(await give('1=z')).toMatchObject({ ok: false, refusal: { code: 'question-closed' } });
});
