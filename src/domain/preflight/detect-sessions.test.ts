import { expect, test } from 'vitest';
import { detectSessions, type InboxMail } from './detect-sessions.ts';

process.env.TZ = 'UTC';
const NOW = Date.UTC(2025, 0, 1, 11, 0);
const MINUTE = 60_000;

const mail = (minutesAgo: number, from: string, more: Partial<InboxMail> = {}): InboxMail => ({
  from,
  subject: '[HEARTBEAT]',
  body: '',
  at: NOW - minutesAgo * MINUTE,
  told: {},
  ...more,
});

const one = (...mails: InboxMail[]) => detectSessions(mails, NOW)[0];

test('a heartbeat tells of its sender, with track, items and files', () => {
  const body = 'Track: cc-v2\nBeads: bd-101 (in_progress), bd-102\nFiles: src/api/**, docs/{a,b}.md';
  expect(one(mail(2, 'BlueLake-1735727400123', { body }))).toEqual({
    id: 'BlueLake-1735727400123',
    base: 'BlueLake',
    display: 'BlueLake (session 10:30)',
    createdAt: 1_735_727_400_123,
    seenAt: NOW - 2 * MINUTE,
    isStale: false,
    track: 'cc-v2',
    items: ['bd-101', 'bd-102'],
    files: ['src/api/**', 'docs/{a,b}.md'],
  });
});

test('a sender without a time in its name is dated by its first mail', () => {
  expect(one(mail(25, 'BlueLake', { subject: '[SESSION START]' }), mail(3, 'BlueLake'))?.display).toBe(
    'BlueLake (session 10:35)',
  );
});

test('ten minutes of silence are not stale, and a moment more is', () => {
  expect(one(mail(10, 'A'))?.isStale).toBe(false);
  expect(one(mail(10.01, 'A'))?.isStale).toBe(true);
});

test('mails from before the window are passed over', () => {
  expect(detectSessions([mail(30.01, 'A'), mail(30, 'B')], NOW).map(({ id }) => id)).toEqual(['B']);
});

test('a mail of any kind says that its sender is there', () => {
  const seen = one(mail(15, 'A', { body: 'Track: t' }), mail(1, 'A', { subject: 'please review' }));
  expect(seen).toMatchObject({ isStale: false, track: 't', seenAt: NOW - MINUTE });
});

test('a completed track, its items and its files are let go; the session stays', () => {
  const seen = one(
    mail(9, 'A', { body: 'Track: t\nFiles: a' }),
    mail(1, 'A', { subject: '[TRACK COMPLETE] t' }),
  );
  expect(seen).toMatchObject({ track: null, files: [], isStale: false });
});

test('a session that ended is not listed, whatever it mails after that, until it starts again', () => {
  const ended = [mail(9, 'A', { body: 'Track: t' }), mail(5, 'A', { subject: '[SESSION END]' })];
  expect(detectSessions([...ended, mail(4, 'A', { subject: 'thanks' })], NOW)).toEqual([]);
  const again = one(...ended, mail(1, 'A', { subject: '[SESSION START]' }));
  expect(again).toMatchObject({ track: null, createdAt: NOW - MINUTE });
});

test('the order of the inbox does not matter', () => {
  const mails = [mail(1, 'A', { subject: '[SESSION END]' }), mail(9, 'A'), mail(5, 'B')];
  expect(detectSessions(mails, NOW)).toEqual(detectSessions(mails.toReversed(), NOW));
});

test('of one sender with two sessions, each is told apart by the id that its mails name', () => {
  const mails = ['BlueLake-1735727400', 'BlueLake-1735728000'].map((id) =>
    mail(1, 'BlueLake', { body: `Session: ${id}` }),
  );
  expect(detectSessions(mails, NOW).map(({ display }) => display)).toEqual([
    'BlueLake (session 10:30)',
    'BlueLake (session 10:40)',
  ]);
});

test('a sender whose clock is ahead is seen now', () => {
  expect(one(mail(-90, 'A'))).toMatchObject({ seenAt: NOW, isStale: false });
});

test.each([
  ['[HEARTBEAT] cc-v2', 'cc-v2'],
  ['[heartbeat] Track: a', 'a'],
  ['[Track_Started] cc-v2', 'cc-v2'],
  ['[HEARTBEAT] still at it', null],
  ['Re: [HEARTBEAT] cc-v2', null],
  ['[constructor] a-b', null],
])('the subject %s names the track %s', (subject, track) => {
  expect(one(mail(1, 'A', { subject }))?.track).toBe(track);
});

test('ten thousand mails of fifty senders tell of fifty sessions', () => {
  const mails = Array.from({ length: 10_000 }, (_, at) =>
    mail((at % 300) / 10, `Agent${at % 50}`, { body: 'Track: t\nFiles: src/**' }),
  );
  expect(detectSessions(mails, NOW)).toHaveLength(50);
});
