import { expect, test } from 'vitest';
import { sampleView } from '../../tests/samples/session.ts';
import { aQuestion } from '../../tests/store/rows.ts';
import { renderContextJson, renderContextSummary, type StoppedView } from './context-file.ts';

const view = (changes: Partial<StoppedView> = {}): StoppedView => ({
  ...sampleView({ questions: [aQuestion({ id: 'q-1', text: 'main is red\nlook' })] }),
  lastTools: ['Bash make test'],
  git: { head: 'abc', dirtyFiles: ['a.ts'] },
  ...changes,
});

test('the context names the question, the commit, and what the agent did last', () => {
  expect(JSON.parse(renderContextJson(view()))).toMatchObject({
    reason: 'main is red\nlook',
    question_id: 'q-1',
    git_head: 'abc',
    dirty_files: ['a.ts'],
    last_tools: ['Bash make test'],
    work_item: null,
    iteration: null,
  });
});

test('the summary says why and what to do, and nothing of what there is none of', () => {
  const text = renderContextSummary(view());
  expect(text).toContain('**Why:** main is red');
  expect(text).toContain('swarm answer q-1');
  expect(text).toContain('## Not committed\n\n- a.ts');
  const bare = renderContextSummary(view({ questions: [], git: null, lastTools: [] }));
  expect(bare).not.toContain('Not committed');
  expect(bare).not.toContain('swarm answer');
});

test('what holds it up together with others is a reason too', () => {
  const held = view({ questions: [], suspension: { text: 'The project is paused' } });
  expect(JSON.parse(renderContextJson(held))).toMatchObject({ reason: 'The project is paused' });
});
