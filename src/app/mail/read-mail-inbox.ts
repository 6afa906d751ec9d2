import { ReadMailInbox } from '../../contract/mail.ts';
import type { Importance } from '../../domain/mail/mail.ts';
import type { MailInbox } from '../../domain/mail/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { mailInboxJson } from '../../views/mail-json.ts';
import { renderMailInbox } from '../../views/mail-list.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import { requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import type { MailDeps } from './mail-deps.ts';

const WEIGHTY: readonly Importance[] = ['high', 'urgent'];

async function readMailInbox(deps: MailDeps, input: ReadMailInbox): Promise<Outcome<MailInbox>> {
  const actor = await requireActor(deps);
  return actor.ok ? accept(await inboxOf(deps, actor.value.id, input)) : actor;
}

async function inboxOf(
  { store }: Pick<MailDeps, 'store'>,
  recipient: string,
  { unread: isUnread, bodies: hasBodies, limit, ...more }: ReadMailInbox,
): Promise<MailInbox> {
  const filter = { recipient, isUnread, ...narrowed(more) };
  const entries = await store.listMailInbox({ ...filter, limit });
  const isWhole = entries.length < limit;
  const unread = await store.countMailInbox({ recipient, isUnread: true });
  const all = isWhole ? entries.length : await store.countMailInbox(filter);
  return { entries, unread, older: Math.max(0, all - entries.length), hasBodies };
}

const narrowed = ({ urgent, since }: Pick<ReadMailInbox, 'urgent' | 'since'>) => ({
  ...(urgent ? { importances: WEIGHTY } : {}),
  ...(since === undefined ? {} : { sentAfter: Date.parse(since) }),
});

async function intakeInbox(
  deps: Pick<MailDeps, 'store' | 'clock'>,
  { session, file, input }: AgentRequest<ReadMailInbox>,
): Promise<AskingOutcome> {
  const inbox = await inboxOf(deps, session.id, input);
  const answer = said(renderMailInbox(inbox, styleFor(false)), mailInboxJson(inbox));
  return commitIntake(deps, { file, answer });
}

export const readMailInboxVerb = verb({
  name: 'mail.inbox',
  summary: 'List the mail that came for you',
  asks: 'anyone',
  reads: true,
  input: ReadMailInbox,
  answer: async () => (await import('../../contract/answer/mail.ts')).MailInboxAnswer,
  run: readMailInbox,
  intake: intakeInbox,
  json: mailInboxJson,
});
