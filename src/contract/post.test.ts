import { expect, test } from 'vitest';
import { parseMessageContent } from './message-content.ts';
import { contentOf, Post } from './post.ts';

const said = (given: Record<string, unknown>, text: string) => {
  const read = contentOf(Post.parse(given), text);
  if (!read.ok) throw new Error(read.problem);
  return parseMessageContent(read.content);
};

test('a finding has a title, and the words as its body', () => {
  expect(said({ type: 'finding', title: 'A leak', sources: ['a.ts:3'] }, 'It leaks.')).toEqual({
    ok: true,
    content: {
      type: 'finding',
      title: 'A leak',
      body: 'It leaks.',
      sources: ['a.ts:3'],
      confidence: 'medium',
    },
  });
});

test('a review takes each finding apart at its first colon', () => {
  const given = { type: 'review', verdict: 'changes', findings: ['a.ts: no test: none at all', 'too long'] };
  expect(said(given, 'Not yet.')).toEqual({
    ok: true,
    content: {
      type: 'review',
      verdict: 'changes',
      summary: 'Not yet.',
      findings: [
        { about: 'a.ts', text: 'no test: none at all' },
        { about: 'the work', text: 'too long' },
      ],
    },
  });
});

test('an artefact has a path and a summary', () => {
  expect(said({ type: 'artifact', path: 'docs/a.md' }, 'The design.')).toEqual({
    ok: true,
    content: { type: 'artifact', path: 'docs/a.md', summary: 'The design.' },
  });
});

test('what is missing is said by the schema of the type', () => {
  expect(said({ type: 'finding' }, 'It leaks.')).toMatchObject({ ok: false });
});

test('content that is no JSON is told apart from content that does not fit', () => {
  expect(contentOf(Post.parse({ content: '{' }), '')).toMatchObject({ ok: false });
  expect(said({ content: '{"type":"status","body":"half way"}' }, '')).toMatchObject({ ok: true });
});
