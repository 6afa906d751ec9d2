import { expect, test } from 'vitest';
import { aNotification, aQuestion, aSession, T0 } from '../../tests/store/rows.ts';
import { wordQuestion } from '../domain/question/kinds.ts';
import { renderQuestionPage } from './question-page.ts';
import { styleFor } from './style.ts';

const plain = styleFor(false);
const session = aSession({ persona: 'reviewer', state: 'waiting' });

test('an open question is shown whole, with how to answer it and how the person was told', () => {
  const question = aQuestion({
    id: 'q-1',
    kind: 'merge',
    payload: {},
    text: 'May I?\n\u001b[2Jmerge',
    options: ['yes', 'no'],
  });
  const notifications = [
    aNotification({ state: 'sent', attempts: 1, settledAt: T0 + 1_000 }),
    aNotification({ number: 2, channel: 'email', state: 'failed', attempts: 8, problem: 'no answer' }),
  ];
  const page = renderQuestionPage({ question, session, notifications, now: T0 + 65_000 }, plain);
  expect(page).toMatchInlineSnapshot(`
    "q-1 merge, open
      Asked by  reviewer, 20231114-221320-scout, waiting (attempt 1)
      Asked     2023-11-14 22:13:20 UTC, open for 1m 5s
      Answers   yes | no

      May I?
      <U+001B>[2Jmerge

    swarm answer q-1 …

    Notifications
      webhook              sent 2023-11-14 22:13:21
      email    reminder 1  failed 2023-11-14 22:13:20, 8 tries: no answer
    "
  `);
});

test('a settled one is shown with its answer, who gave it and how long it took', () => {
  const question = aQuestion({
    state: 'delivered',
    answer: 'yes',
    answeredBy: 'ann',
    answeredAt: T0 + 5_000,
  });
  const page = renderQuestionPage({ question, session: null, notifications: [], now: T0 + 9_000 }, plain);
  expect(page).toContain('Answer    yes');
  expect(page).toContain('by ann after 5s');
  expect(page).not.toContain('swarm answer');
});

test("a permission is shown with the agent's words, what 'always' allows, and what a file loses", () => {
  const question = aQuestion({
    id: 'q-1',
    ...wordQuestion('permission', {
      requestId: 'r',
      input: '{}',
      tool: 'Write',
      summary: '/a',
      details: 'file_path: /a\n+new\u202e',
      description: 'Writes\nit',
      reason: 'outside',
      grant: { words: ['work in /x'], rules: '[]' },
    }),
  });
  const replaced = { before: 'old\n', after: 'new\u202e\n' };
  const now = T0 + 1_000;
  expect(
    renderQuestionPage({ question, session, notifications: [], now, replaced }, plain),
  ).toMatchInlineSnapshot(`
      "q-1 permission, open
        Asked by         reviewer, 20231114-221320-scout, waiting (attempt 1)
        Asked            2023-11-14 22:13:20 UTC, open for 1s
        It says          Writes⏎it
        Asks because     outside
        "always" allows  for this session: work in /x
        Answers          allow | always | deny

        May it use Write?
        file_path: /a
        +new<U+202E>

        The file is there already. What would change in it now:
        -old
        +new<U+202E>

      swarm answer q-1 allow | always | deny | deny "words for the agent"
      "
    `);
});

test('one that an older version cut is shown with all that was kept of it', () => {
  const payload = { requestId: 'r', input: '{"command":"ls; rm -rf /"}' };
  const question = aQuestion({ kind: 'permission', payload, text: 'May it use Bash? ls…' });
  const page = renderQuestionPage({ question, session, notifications: [], now: T0 }, plain);
  expect(page).toContain('\n  May it use Bash? ls…\n  {"command":"ls; rm -rf /"}\n');
});
