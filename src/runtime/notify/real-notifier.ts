import type { Config } from '../../contract/config.ts';
import { observeDesktop, sendToDesktop } from './desktop.ts';
import { type MailSettings, observeMail } from './mail-settings.ts';
import type { Notifier } from './notifier.ts';
import { observeWebhook, sendToWebhook } from './webhook.ts';

/** Secrets: they come from the environment only. */
export type NotifySecrets = Readonly<{
  webhookUrl: string | null;
  smtpUser: string | null;
  smtpPassword: string | null;
}>;

type World = Readonly<{
  platform: string;
  env: Readonly<Record<string, string>>;
  settings: Config['notify'];
  secrets: NotifySecrets;
}>;

/** The channels of this machine. */
export function realNotifier(world: World): Notifier {
  const mail = mailSettings(world);
  const { webhookUrl } = world.secrets;
  return {
    async send(channel, notice) {
      if (channel === 'desktop') return sendToDesktop(world, notice);
      if (channel === 'webhook') return sendToWebhook(webhookUrl, notice);
      return (await import('./email.ts')).sendEmail(mail, notice);
    },
    async observe(channel) {
      if (channel === 'desktop') return observeDesktop(world);
      return channel === 'webhook' ? observeWebhook(webhookUrl) : observeMail(mail);
    },
  };
}

const mailSettings = ({ settings, secrets }: World): MailSettings => ({
  host: settings.smtpHost,
  port: settings.smtpPort,
  security: settings.smtpSecurity,
  from: settings.emailFrom,
  to: settings.emailTo,
  user: secrets.smtpUser,
  password: secrets.smtpPassword,
});
