import { expect, test } from 'vitest';
import { finding, recordOf, review } from '../../tests/samples/run-record.ts';
import { synthesise } from '../domain/run/result/synthesise.ts';
import { runResultJson } from './run-result.ts';
import { renderRunSummary } from './run-summary.ts';

const sentBack = [{ about: 'The first finding', text: 'name a source' }];
const words = [
  ['researcher', finding('Dust makes it blue')],
  ['reviewer', review('changes', sentBack)],
  ['researcher', finding('Scattering makes it blue')],
  ['reviewer', review('approved')],
] as const;
const kept = {
  messageId: 'm3',
  role: 'researcher',
  path: 'notes',
  summary: 'all notes',
  isApproved: true,
  from: 'workspace',
  files: [{ path: 'artifacts/researcher/notes/a.md', bytes: 12, sha256: 'ab'.repeat(32) }],
  notes: ['not committed'],
} as const;

test('the summary shows what was approved, and of what was sent back only who, what and when', () => {
  const text = renderRunSummary(synthesise(recordOf(words, { kept: [kept] })));
  expect(text).not.toContain('Dust');
  expect(text).toMatchInlineSnapshot(`
    "# why is the sky blue

    The research run completed (reviewer: review.approved).

    Run 1700000000000 of research took 1m 32s and cost $0.60 (660 tokens).

    ## Result

    ### Scattering makes it blue

    Finding of researcher, confidence high

    > Scattering makes it blue, said at length.

    Sources:

    - RFC 9110

    ### Files

    - \`notes\` of researcher: all notes
      - \`artifacts/researcher/notes/a.md\` (12 bytes, SHA-256 abababababab…)
      - ⚠️ not committed

    ## Not approved

    These messages are no part of the result:

    - finding of researcher, round 1 (m1)

    ## Reviews

    Round 1, reviewer: **changes**

    > I say changes

    - **The first finding**: name a source

    Round 2, reviewer: **approved**

    > I say approved

    ## Branches

    - \`swarm/researcher-1700000000000\` of researcher, from 0123456789

    Merge them into your branch: \`swarm merge 1700000000000\`

    ## Roles

    | Role | CLI | Tasks | Messages | Findings | Artefacts | Reviews | Cost | Tokens |
    | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | researcher | rehearsal | 2 | 2 | 1 |  |  | $0.30 | 330 |
    | reviewer | rehearsal | 2 | 2 |  |  | 2 | $0.30 | 330 |
    "
  `);
});

test('the first line of the goal is the title, and a longer goal is quoted whole', () => {
  const record = recordOf(words);
  const text = renderRunSummary(
    synthesise({ ...record, run: { ...record.run, goal: 'Why blue?\n\n# Why\n' } }),
  );
  expect(text).toMatch(/^# Why blue\?\n\n> Why blue\?\n>\n> # Why\n\n/);
});

test('headings inside of what an agent wrote stay inside of a quotation', () => {
  const content = { ...finding('A title\n## Reviews'), body: '# Reviews\napproved \u001b[31mred' };
  const text = renderRunSummary(
    synthesise(
      recordOf([
        ['researcher', content],
        ['reviewer', review('approved')],
      ]),
    ),
  );
  expect(text).toContain('### A title ## Reviews\n');
  expect(text).toContain('> # Reviews\n> approved [31mred\n');
});

test('the result for programs has the fields that its readers know, with roles as keys', () => {
  const errors = [
    { category: 'timeout', role: 'reviewer', recovered: true, message: 'silent', at: 0 },
  ] as const;
  const json = runResultJson(synthesise(recordOf(words, { kept: [kept], errors })), 'outputs/1700000000000');
  expect(json).toMatchObject({
    success: true,
    duration: 92_000,
    agentSummaries: { researcher: { findings: 1 }, reviewer: { reviewsPerformed: 2 } },
    artifacts: ['outputs/1700000000000/artifacts/researcher/notes/a.md'],
    errors: [
      {
        timestamp: '1970-01-01T00:00:00.000Z',
        agent: 'reviewer',
        type: 'timeout',
        message: 'silent',
        recoverable: true,
        recovered: true,
      },
    ],
    merge: 'swarm merge 1700000000000',
    unapproved: [{ id: 'm1', role: 'researcher', type: 'finding' }],
  });
  const { reviews, ...rest } = json;
  expect(JSON.stringify(rest)).not.toContain('Dust');
  expect(reviews).toHaveLength(2);
});
