import { expect, test } from 'vitest';
import { sendEmail } from '../../../src/runtime/notify/email.ts';
import { observeMail } from '../../../src/runtime/notify/mail-settings.ts';
import { startSmtpServer } from './smtp-server.ts';

const notice = {
  title: 'Swarm: reviewer asks (approval)',
  parts: [{ heading: 'reviewer', text: 'May I merge? é', hint: 'swarm answer q-1 …' }],
};
const settings = (port: number) => ({
  host: '127.0.0.1',
  port,
  security: 'none' as const,
  from: 'Swarm <swarm@example.org>',
  to: ['ann@example.org', 'Bob <bob@example.org>'],
  user: null,
  password: null,
});

test('an e-mail reaches all its recipients, with its words', async () => {
  const { port, mails } = await startSmtpServer();
  expect(await sendEmail(settings(port), notice)).toEqual({ is: 'sent' });
  expect(mails).toMatchObject([
    { from: 'swarm@example.org', to: ['ann@example.org', 'bob@example.org'], login: null },
  ]);
  expect(mails[0]?.text).toContain('Subject: Swarm: reviewer asks (approval)');
  expect(mails[0]?.text).toContain('swarm answer q-1');
});

test('the login of the environment is used', async () => {
  const { port, mails } = await startSmtpServer();
  await sendEmail({ ...settings(port), user: 'ann', password: 'made-up' }, notice);
  expect(mails[0]?.login).toBe('\0ann\0made-up');
});

test.each([
  ['a refused login, for good', { AUTH: '535 ann: wrong password made-up' }, false],
  ['a refused recipient, for good', { RCPT: '550 no ann here' }, false],
  ['a server that is busy, for now', { MAIL: '451 later' }, true],
])('%s is told by its codes alone', async (_, answers, retry) => {
  const { port } = await startSmtpServer({ answers });
  const end = await sendEmail({ ...settings(port), user: 'ann', password: 'made-up' }, notice);
  expect(end).toMatchObject({ is: 'missed', retry });
  expect(JSON.stringify(end)).not.toMatch(/ann|made-up/);
});

test('a server that never answers costs the time limit and no more', async () => {
  const { port } = await startSmtpServer({ isMute: true });
  expect(await sendEmail(settings(port), notice, 150)).toMatchObject({ is: 'missed', retry: true });
});

test('without encryption where it is demanded nothing is sent', async () => {
  const { port, mails } = await startSmtpServer();
  const end = await sendEmail({ ...settings(port), security: 'starttls' }, notice);
  expect(end).toMatchObject({ is: 'missed' });
  expect(mails).toEqual([]);
});

test('without a listener it is worth another try', async () => {
  expect(await sendEmail(settings(1), notice)).toMatchObject({ is: 'missed', retry: true });
});

test('what is not set is named, and secrets are not shown', () => {
  expect(observeMail({ ...settings(25), host: null, to: [] })).toMatchObject({
    is: 'lacking',
    what: 'not set: notify.smtpHost, notify.emailTo',
  });
  const seen = observeMail({ ...settings(25), user: 'ann', password: 'made-up' });
  expect(seen).toMatchObject({ is: 'ready', warning: null });
  expect(JSON.stringify(seen)).not.toMatch(/made-up|"ann/);
  expect(observeMail({ ...settings(25), host: 'mail.example.org' })).toMatchObject({
    warning: expect.stringContaining('unencrypted'),
  });
});
