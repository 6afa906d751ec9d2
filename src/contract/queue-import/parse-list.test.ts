import { describe, expect, test } from 'vitest';
import type { ImportFormat } from '../queue.ts';
import { detectFormat, parseList } from './parse-list.ts';

const parsed = (format: ImportFormat, text: string) => {
  const { works, bad } = parseList(text, format);
  return {
    works: works.map(({ line, id, isDone, fields }) => ({ line, id, isDone, ...fields })),
    bad: bad.map(({ line, problem }) => `${line}: ${problem}`),
  };
};

const BEADS = [
  '{"id":"bd-1","title":"Set up","description":"Do","status":"closed","priority":1,"issue_type":"task"}',
  JSON.stringify({
    id: 'bd-2',
    title: 'Log in',
    description: 'OAuth fails',
    acceptance_criteria: 'It works',
    status: 'open',
    priority: 0,
    issue_type: 'bug',
    assignee: 'alice',
    labels: ['backend'],
    due_at: '2026-02-01T00:00:00Z',
    dependencies: [
      { issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'blocks' },
      { issue_id: 'bd-2', depends_on_id: 'bd-9', type: 'related' },
    ],
  }),
  '{"id":"bd-3","title":"Gone","status":"tombstone","issue_type":"task"}',
].join('\n');

const GITHUB = JSON.stringify([
  {
    number: 7,
    title: 'Crash on start',
    body: 'It crashes',
    state: 'OPEN',
    labels: [{ name: 'bug' }, { name: 'priority: high' }],
    assignees: [{ login: 'bob' }],
  },
  { number: 8, title: 'Old', state: 'CLOSED', labels: [] },
]);

describe('a list of work', () => {
  test('as JSON, with the line that each element begins on', () => {
    const text = `{ "meta": [1, {}],
  "items": [
    {"id": "issue-123", "title": "Implement it", "priority": 10, "rig": "aardwolf", "actor": "harness"},

    {"title": "Later \\"[{\\"", "needs": ["issue-123"], "not_before": "2026-01-27T15:30:00Z",
     "labels": ["a b"], "status": "done", "unknown": {"is": "left alone"}},
    {"title": "", "priority": 1},
    17
  ]
}`;
    const { works, bad } = parsed('json', text);
    expect(works).toMatchObject([
      { line: 3, id: 'issue-123', priority: 10, rig: 'aardwolf', actor: 'harness', isDone: false },
      { line: 5, id: null, title: 'Later "[{"', needs: ['issue-123'], labels: ['a b'], isDone: true },
    ]);
    expect(bad).toEqual(['7: title: expected one line of text', '8: expected an object']);
  });

  test.each([
    ['["a"', '1: not valid JSON: '],
    ['{"title": "x"}\n]', '2: not valid JSON: '],
    ['{"works": []}', '1: expected a list'],
  ])('as JSON that is none says where: %j', (text, problem) => {
    const { works, bad } = parsed('json', text);
    expect(works).toEqual([]);
    expect(bad).toEqual([expect.stringContaining(problem)]);
  });

  test('as JSONL, each line by itself', () => {
    const { works, bad } = parsed(
      'jsonl',
      '{"id":"a","title":"A"}\n\n{"id":"b"\n{"id":"../c","title":"C"}\n{"title":"D","priority":"high"}\n',
    );
    expect(works).toMatchObject([{ line: 1, id: 'a', title: 'A', priority: 2, needs: [] }]);
    expect(bad).toEqual([
      expect.stringMatching(/^3: not valid JSON/),
      '4: "../c" cannot be an id',
      '5: priority: expected a number',
    ]);
  });

  test('as Markdown, with what is indented as the body', () => {
    const text = `# Plan

- [ ] Mend the roof {#roof}
  First the ladder.

      code, deeper

  - [ ] nail by nail
* [x] Sweep
1. [ ] Paint
Not indented, so not of it.
- [ ]
- a plain point
\`\`\`
- [ ] only an example
\`\`\`
`;
    const { works, bad } = parsed('markdown', text);
    expect(works).toMatchObject([
      {
        line: 3,
        id: 'roof',
        title: 'Mend the roof',
        body: 'First the ladder.\n\n    code, deeper\n\n- [ ] nail by nail',
        isDone: false,
      },
      { line: 9, id: null, title: 'Sweep', body: '', isDone: true },
      { line: 10, title: 'Paint', body: '' },
    ]);
    expect(bad).toEqual(['12: the task has no title']);
  });

  test('as issues of GitHub', () => {
    expect(parsed('github', GITHUB)).toMatchObject({
      works: [
        {
          id: 'gh-7',
          title: 'Crash on start',
          body: 'It crashes',
          labels: ['bug', 'priority: high'],
          priority: 1,
          actor: 'bob',
          isDone: false,
        },
        { id: 'gh-8', body: '', priority: 2, actor: null, isDone: true },
      ],
      bad: [],
    });
  });

  test('as issues of beads: only what blocks is needed, and what was removed is left out', () => {
    expect(parsed('beads', BEADS)).toMatchObject({
      works: [
        { line: 1, id: 'bd-1', body: 'Do', isDone: true },
        {
          line: 2,
          id: 'bd-2',
          body: 'OAuth fails\n\n## Acceptance criteria\n\nIt works',
          priority: 0,
          actor: 'alice',
          labels: ['backend', 'type:bug'],
          needs: ['bd-1'],
          deadline: '2026-02-01T00:00:00Z',
        },
      ],
      bad: [],
    });
    expect(parsed('beads', `[${BEADS.split('\n')[0]}]`).works).toHaveLength(1);
  });
});

test.each([
  ['markdown', '# Plan\n\n- [ ] a'],
  ['markdown', '1. [x] a'],
  ['json', '[{"title":"a"}]'],
  ['json', '{"items":[{"title":"a"}]}'],
  ['json', '[]'],
  ['json', '{"title":"a"}'],
  ['jsonl', '{"title":"a"}\n{"title":"b"}'],
  ['jsonl', '{"title":"a"}\n{"title":'],
  ['github', GITHUB],
  ['beads', BEADS],
  ['beads', '[{"id":"bd-1","title":"a","issue_type":"task"}]'],
  [undefined, 'just words'],
  [undefined, '- a point without a box'],
] as const)('is known as %s by its looks (%#)', (format, text) => {
  expect(detectFormat(text)).toBe(format);
});
