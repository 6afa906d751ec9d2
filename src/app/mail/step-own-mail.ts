import { type MailEvent, type MailReceipt, stepMail } from '../../domain/mail/mail-receipt.ts';
import type { MailReport } from '../../domain/mail/report.ts';
import type { Write } from '../../store/store.ts';

type Stepping = Readonly<{
  event: Extract<MailEvent, 'read' | 'acknowledge'>;
  recipient: string;
  at: number;
}>;
type MailStepDraft = Readonly<{ receipt: MailReceipt | null; writes: readonly Write[] }>;

/** The recipient's own receipt as it will be; nothing to write where it has come as far already. */
export function draftMailStep({ entries }: MailReport, { event, recipient, at }: Stepping): MailStepDraft {
  const own = entries.find(({ receipt }) => receipt.recipient === recipient)?.receipt ?? null;
  const step = own === null ? null : stepMail(own, event, { at });
  if (!step?.ok) return { receipt: own, writes: [] };
  const journal = { at, by: recipient, note: step.value.to.mailId };
  return { receipt: step.value.to, writes: [{ kind: 'step-mail', step: step.value, journal }] };
}
