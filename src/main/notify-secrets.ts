import { SECRET_NAMES } from '../contract/notify-settings.ts';
import type { NotifySecrets } from '../runtime/notify/real-notifier.ts';
import type { Env } from './project.ts';

export const readNotifySecrets = (env: Env): NotifySecrets => ({
  webhookUrl: env[SECRET_NAMES.webhookUrl] || null,
  smtpUser: env[SECRET_NAMES.smtpUser] || null,
  smtpPassword: env[SECRET_NAMES.smtpPassword] || null,
});

// What is started from here must not inherit the person's word of trust either.
const SECRETS: ReadonlySet<string> = new Set([...Object.values(SECRET_NAMES), 'SWARM_TRUST']);

/** The environment of what is started from here: agents and gates have no use for these. */
export const withoutNotifySecrets = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.has(name)));
