import { createTransport } from 'nodemailer';
import { actionOf, fitPart, type Notice, type SendEnd } from '../../domain/notification/notice.ts';
import type { MailSettings } from './mail-settings.ts';
import { missed, SEND_LIMIT_MS } from './notifier.ts';

const MOST_LETTERS = 100_000;

/** Error codes of the library that a retry does not help with. */
const HOPELESS: ReadonlySet<string> = new Set(['EAUTH', 'EENVELOPE', 'EMESSAGE', 'ETLS']);

/** One e-mail by SMTP. Lazy: import this file only to send, because it loads the library. */
export async function sendEmail(
  settings: MailSettings,
  notice: Notice,
  limitMs: number = SEND_LIMIT_MS,
): Promise<SendEnd> {
  const { host, port, security, from, to, user, password } = settings;
  if (host === null || from === null || to.length === 0) {
    return missed('notify.smtpHost, notify.emailFrom or notify.emailTo is not set', { retry: false });
  }
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mail = { from, to: [...to], subject: notice.title, text: renderMail(notice) };
  const limit = timeLimit(limitMs);
  try {
    await Promise.race([transport.sendMail(mail), limit.over]);
    return { is: 'sent' };
  } catch (error) {
    return endOf(error);
  } finally {
    limit.clear();
    transport.close();
  }
}

const renderMail = ({ parts }: Notice): string =>
  parts
    .map((part) => fitPart(part, MOST_LETTERS))
    .map((part) => `${part.heading}\n\n${part.text}\n\n    ${actionOf(part).replace('\n', '\n    ')}\n`)
    .join('\n---\n\n');

// The library limits each step; this limits all together.
function timeLimit(limitMs: number): { over: Promise<never>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), limitMs);
  });
  return { over, clear: () => clearTimeout(timer) };
}

// The server's answer may repeat the login, so only its codes are reported.
function endOf(error: unknown): SendEnd {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'unknown';
  const answer = typeof responseCode === 'number' ? `, answer ${responseCode}` : '';
  const isRefused = typeof responseCode === 'number' && responseCode >= 500;
  const isHopeless = isRefused || (HOPELESS.has(name) && typeof responseCode !== 'number');
  return missed(`the mail server did not take it (${name}${answer})`, { retry: !isHopeless });
}
