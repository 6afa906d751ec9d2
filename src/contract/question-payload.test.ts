import { expect, test } from 'vitest';
import { parsePayload } from './question-payload.ts';

test('a permission keeps all of its request; one of an older version is read without', () => {
  const payload = {
    requestId: 'r',
    input: '{}',
    tool: 'Bash',
    description: 'Lists',
    reason: 'outside',
    grant: { words: ['Bash(ls)'], rules: '[]' },
  };
  expect(parsePayload({ kind: 'permission', payload })).toEqual(payload);
});

test('the questions of a dialog of an older version are found in its input', () => {
  const questions = [
    { question: 'Which?', options: [{ label: 'One' }] },
    { question: 'Why?', multiSelect: true },
  ];
  const read = (input: string | null) => parsePayload({ kind: 'dialog', payload: { requestId: 'r', input } });
  expect(read(JSON.stringify({ questions }))).toMatchObject({
    questions: [
      { text: 'Which?', header: '', options: [{ label: 'One', description: '' }], isMulti: false },
      { text: 'Why?', header: '', options: [], isMulti: true },
    ],
  });
  for (const input of [null, '', '[]', '{"questions":7}'])
    expect(read(input)).toMatchObject({ questions: [] });
});

test('a payload is read by the schema of its kind', () => {
  const payload = { requestId: 'r', input: null };
  expect(parsePayload({ kind: 'permission', payload })).toEqual(payload);
  expect(() => parsePayload({ kind: 'login', payload })).toThrow(/why/);
});
