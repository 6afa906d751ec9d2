import * as z from 'zod/mini';
import type { Channel, Occasion, Topic } from '../domain/notification/notification.ts';
import { parseQuietHours, type QuietHours } from '../domain/notification/quiet-hours.ts';
import { guarded, setting } from './setting.ts';
import { choice, choices, duration, orNull, type SettingKind, text, wholeNumber } from './setting-kind.ts';
import { UsageError } from './usage-error.ts';

export const CHANNELS: readonly [Channel, ...Channel[]] = ['desktop', 'webhook', 'email'];
const OCCASIONS: readonly [Occasion, ...Occasion[]] = [
  'question',
  'question-unanswered',
  'session-failed',
  'session-stuck',
  'run-failed',
  'budget-near',
];
const TOPICS: readonly [Topic, ...Topic[]] = [
  'interrupt',
  'escalation',
  'approval',
  'permission',
  'takeover',
  'budget',
  'login',
  'gate',
  'loop',
  'question-unanswered',
  'session-failed',
  'session-stuck',
  'run-failed',
  'budget-near',
];

const QUIET = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;
const quietHours: SettingKind<QuietHours> = {
  expected: 'two times of the day as "22:00-07:00"',
  schema: () => z.string().check(z.regex(QUIET)),
  read: (value) => (typeof value === 'string' ? parseQuietHours(value) : undefined),
  fromText: (given) => given,
};

// An address in angle brackets may have a name before it. What it means is for the mail server to say.
const ADDRESS = /^[^\p{Cc}@,;]*[^\s\p{Cc}@,;<>]+@[^\s\p{Cc}@,;<>]+>?$/u;
const address = text('an e-mail address', ADDRESS);
const addresses: SettingKind<readonly string[]> = {
  expected: 'a list of e-mail addresses',
  schema: () => z.array(z.string().check(z.minLength(3))),
  read: (value) =>
    Array.isArray(value) && value.every((one) => address.read(one) !== undefined) ? value : undefined,
  fromText: (given) =>
    given
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
};

/** How and when the person is told. */
export const NOTIFY_SETTINGS = {
  'notify.channels': setting(choices(CHANNELS), [], 'Ways to tell you of questions'),
  'notify.on': setting(choices(OCCASIONS), ['question'], 'What you are told of'),
  'notify.urgent': setting(choices(TOPICS), [], 'What may reach you in quiet hours'),
  'notify.quietHours': setting(orNull(quietHours), null, 'What falls in them comes as one word after them'),
  'notify.limit': setting(wholeNumber(1, 1000), 5, 'Words by one channel within notify.limitTime'),
  'notify.limitTime': setting(duration(1000), '10m', 'What is beyond the limit comes as one word later'),
  'notify.remind': setting(orNull(duration(1000)), null, 'A question still open after this is told again'),
  'notify.unansweredAfter': setting(
    duration(1000),
    '30m',
    'A question open for so long is question-unanswered of notify.on',
  ),
  'notify.stuckAfter': setting(
    duration(1000),
    '30m',
    'A session without a sign for so long is session-stuck of notify.on',
  ),
  'notify.smtpHost': guarded(orNull(text('a host', /^[\w.:-]{1,255}$/)), null, 'Mail server'),
  'notify.smtpPort': setting(wholeNumber(1, 65_535), 587, 'Its port'),
  'notify.smtpSecurity': setting(
    choice(['starttls', 'tls', 'none']),
    'starttls',
    'How the line to it is kept secret',
  ),
  'notify.emailFrom': setting(orNull(address), null, 'Sender of e-mails'),
  'notify.emailTo': setting(addresses, [], 'Who gets e-mails'),
} as const;

/** Where each secret comes from. None of them is a setting: files are shared, and settings are shown. */
export const SECRET_NAMES = {
  webhookUrl: 'SWARM_NOTIFY_WEBHOOK_URL',
  smtpUser: 'SWARM_SMTP_USER',
  smtpPassword: 'SWARM_SMTP_PASSWORD',
} as const;

const SECRET_KEYS: Readonly<Record<string, string>> = {
  'notify.webhook': SECRET_NAMES.webhookUrl,
  'notify.webhookUrl': SECRET_NAMES.webhookUrl,
  'notify.smtpUser': SECRET_NAMES.smtpUser,
  'notify.smtpPassword': SECRET_NAMES.smtpPassword,
};

/** The complaint about a secret where settings are written; undefined for any other key. Holds no value. */
export function secretInSettings(
  key: string,
  origin: Readonly<{ name: string; file?: string; line?: number }>,
): UsageError | undefined {
  const variable = Object.hasOwn(SECRET_KEYS, key) ? SECRET_KEYS[key] : undefined;
  if (variable === undefined) return undefined;
  const { name, file, line } = origin;
  return new UsageError(`${name}: ${key} is a secret, and secrets come from the environment alone`, {
    key,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    hint: `Remove it here and set ${variable}. If the file was shared, have the secret replaced.`,
  });
}
