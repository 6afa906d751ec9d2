import { expect, test } from 'vitest';
import { parseInbox } from './inbox-mail.ts';

const NOW = Date.UTC(2025, 0, 1, 11, 0);
const AT = Date.UTC(2025, 0, 1, 10, 58);

const mailsOf = (value: unknown) => {
  const read = parseInbox(JSON.stringify(value), NOW);
  return read.ok ? read.value.mails : read.problem;
};

test.each([
  [{ from: 'A', created_ts: '2025-01-01T10:58:00+00:00' }],
  [{ sender: 'A', created_ts: '2025-01-01T10:58:00.000000' }],
  [{ sender: { name: ' A ' }, created_at: AT / 1000 }],
  [{ sender_name: 'A', timestamp: AT }],
  [{ from_agent: 'A', ts: String(AT / 1000) }],
])('%j is a mail of A, two minutes old', (fields) => {
  expect(mailsOf([fields])).toMatchObject([{ from: 'A', at: AT }]);
});

test.each([
  [(list: unknown) => list],
  [(list: unknown) => ({ messages: list })],
  [(list: unknown) => ({ result: list })],
  [(list: unknown) => ({ structuredContent: { result: list } })],
])('a list is found where servers put it', (wrap) => {
  expect(mailsOf(wrap([{ from: 'A', created_ts: AT }]))).toHaveLength(1);
});

test('fields and a JSON body tell what the sender holds; fields win', () => {
  const body = JSON.stringify({ track: 'b', files_reserved: ['x'], beads_claimed: 'no list' });
  expect(mailsOf([{ from: 'A', created_ts: AT, body_md: body, track: 'f' }])).toMatchObject([
    { told: { track: 'f', files: ['x'] } },
  ]);
});

test('what is no mail among mails is counted', () => {
  const read = parseInbox(JSON.stringify([{ from: 'A', created_ts: AT }, 7, null, { from: 'B' }]), NOW);
  expect(read).toMatchObject({ ok: true, value: { skipped: 3 } });
});

test.each([
  ['abc', /^not JSON/],
  ['{"a":1}', /^not a list of mails/],
  ['"text"', /^not a list of mails/],
  ['[1,2]', /^none of 2 entries is a mail/],
  ['[{"from":"A","created_ts":"2h"}]', /^none of 1/],
])('%s is refused with the reason', (text, problem) => {
  expect(parseInbox(text, NOW)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
