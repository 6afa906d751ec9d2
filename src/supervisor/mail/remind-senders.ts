import { newMailId } from '../../app/mail/add-mail.ts';
import { draftMail } from '../../app/mail/draft-mail.ts';
import { listParties } from '../../app/mail/list-parties.ts';
import { type Mail, SWARM } from '../../domain/mail/mail.ts';
import { type MailEntry, stepMail } from '../../domain/mail/mail-receipt.ts';
import { reminderWords } from '../../domain/mail/mail-text.ts';
import type { Write } from '../../store/store.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

const AT_ONCE = 100;

export type RemindDeps = Pick<RoundDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** Tells senders, once, that an acknowledgement has not come. Safe to run any number of times. */
export async function remindSenders(deps: RemindDeps): Promise<NextRound> {
  const due = await deps.store.listDueReminders(deps.clock.now(), AT_ONCE);
  const [first] = due;
  if (!first) return { restUntil: await deps.store.findNextReminder() };
  await tellSender(
    deps,
    due.filter(({ mail }) => mail.id === first.mail.id),
    first.mail,
  );
  return 'again';
}

/** The receipts step in the commit that sends it: a crash around it tells the sender once or not yet. */
async function tellSender(deps: RemindDeps, overdue: readonly MailEntry[], mail: Mail): Promise<void> {
  const { store, clock, by } = deps;
  const at = clock.now();
  const steps = overdue.flatMap(({ receipt }): Write[] => {
    const step = stepMail(receipt, 'remind', { at });
    const note = `${receipt.recipient} has not acknowledged ${mail.id}`;
    return step.ok ? [{ kind: 'step-mail', step: step.value, journal: { at, by, note } }] : [];
  });
  const sender = (await listParties(store)).find(({ id }) => id === mail.from);
  const recipients = overdue.map(({ receipt }) => receipt.recipient);
  // A sender that has left is told nothing.
  const told = sender
    ? await draftMail(deps, {
        mail: reminderOf(deps, mail, { recipients, at }),
        wholeBody: '',
        recipients: [sender],
        sessionId: null,
        remindAt: null,
      })
    : [];
  const result = await store.commit([...steps, ...told]);
  if (result.saved && sender?.session) await deps.poke(sender.id);
}

type Reminding = Readonly<{ recipients: readonly string[]; at: number }>;

const reminderOf = ({ ids }: RemindDeps, mail: Mail, { recipients, at }: Reminding): Mail => ({
  id: newMailId(ids),
  threadId: mail.threadId,
  from: SWARM,
  fromDisplay: 'Swarm',
  to: [mail.from],
  ...reminderWords({ mail, recipients }),
  bodySha256: null,
  importance: mail.importance,
  isAckWanted: false,
  replyTo: mail.id,
  createdAt: at,
});
