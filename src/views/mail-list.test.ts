import { expect, test } from 'vitest';
import { aMail, T0 } from '../../tests/store/rows.ts';
import { newReceipt } from '../domain/mail/mail-receipt.ts';
import { mailInboxJson } from './mail-json.ts';
import { renderMail, renderMailInbox, renderMailList } from './mail-list.ts';
import { styleFor } from './style.ts';

const PLAIN = styleFor(false);
const entryOf = (mail = aMail()) => ({
  mail,
  receipt: newReceipt(mail, { recipient: 'GreenCastle-2', turnId: null, remindAt: null }),
  turnState: null,
});

test('a list is cut where all can see it', () => {
  const entries = [entryOf(aMail({ subject: 'x'.repeat(200), importance: 'high', isAckWanted: true }))];
  const shown = renderMailInbox({ entries, unread: 5, older: 7, hasBodies: false }, PLAIN);
  expect(shown).toContain('… and 7 before them: --limit');
  expect(shown).toContain(`${'x'.repeat(59)}… [high, ack wanted]`);
  expect(shown).toContain('5 unread');
  expect(renderMailList({ mails: [aMail()], hasMore: true }, PLAIN)).toContain('… and others: --limit');
});

test('a mail is shown whole, with what became of it, and nothing in it is obeyed', () => {
  const body = `${'long '.repeat(1_000)}\u001b[2J\u202eend`;
  const entry = { ...entryOf(aMail({ body })), turnState: 'seen' as const };
  const shown = renderMail({ mail: entry.mail, entries: [entry] }, PLAIN);
  expect(shown).toContain('long '.repeat(1_000));
  expect(shown).toContain('<U+001B>[2J<U+202E>end');
  expect(shown).toContain('GreenCastle-2: read, its turn is seen');
});

test('programs get the beginning of a body, and all of it if they ask', () => {
  const entries = [entryOf(aMail({ body: 'y'.repeat(500), createdAt: T0 }))];
  const [brief] = mailInboxJson({ entries, unread: 1, older: 0, hasBodies: false }).mails;
  expect(brief).toMatchObject({ body: null, preview: `${'y'.repeat(200)}… 300 more characters` });
  const [whole] = mailInboxJson({ entries, unread: 1, older: 0, hasBodies: true }).mails;
  expect(whole?.body).toHaveLength(500);
});
