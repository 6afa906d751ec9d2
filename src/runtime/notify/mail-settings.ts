import type { ChannelObservation } from '../../domain/notification/notice.ts';
import { isLoopback } from './webhook.ts';

export type MailSettings = Readonly<{
  host: string | null;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  from: string | null;
  to: readonly string[];
  user: string | null;
  password: string | null;
}>;

/** Whether these settings are complete; the server is not contacted. */
export function observeMail({
  host,
  port,
  security,
  from,
  to,
  user,
  password,
}: MailSettings): ChannelObservation {
  const lacking = [
    ...(host === null ? ['notify.smtpHost'] : []),
    ...(from === null ? ['notify.emailFrom'] : []),
    ...(to.length === 0 ? ['notify.emailTo'] : []),
    ...(user !== null && password === null ? ['SWARM_SMTP_PASSWORD'] : []),
  ];
  if (host === null || lacking.length > 0) {
    return { is: 'lacking', what: `not set: ${lacking.join(', ')}`, remedy: 'set it: swarm config show' };
  }
  const isOpen = security === 'none' && !isLoopback(host);
  const who = user === null ? 'without a login' : 'with a login';
  return {
    is: 'ready',
    by: `${host}:${port} (${security}), ${who}, to ${to.length}`,
    warning: isOpen ? 'e-mails, and the login if there is one, go unencrypted' : null,
  };
}
