import { expect, test } from 'vitest';
import { listReferences, replaceReferences, resultText } from './result-reference.ts';

test('references are found once each, and nothing else in braces is one', () => {
  expect(listReferences('{{result:a-1}} {{result:b}} {{result:a-1}} {{results:c}} {{result: d}}')).toEqual([
    'a-1',
    'b',
  ]);
});

test('what a result holds is never read as a reference again', () => {
  expect(replaceReferences('x {{result:a}} y', () => '{{result:a}} $1')).toBe('x {{result:a}} $1 y');
});

test('a result is told with its session, its file and its text', () => {
  const told = { id: 's', status: 'COMPLETED', file: '/f/result.json', text: '{"ok":true}\n' };
  expect(resultText(told)).toBe('Result of session s (COMPLETED), in /f/result.json:\n\n{"ok":true}\n');
  expect(resultText({ ...told, file: null, text: null })).toBe(
    'Result of session s (COMPLETED): it delivered none.',
  );
});

test('of a long result, what is left out is counted', () => {
  const text = resultText({ id: 's', status: 'COMPLETED', file: '/f', text: 'x'.repeat(64_005) });
  expect(text).toContain('(5 more characters are not shown here)');
});
