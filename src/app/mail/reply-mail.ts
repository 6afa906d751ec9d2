import { ReplyMail } from '../../contract/mail.ts';
import { replySubject } from '../../domain/mail/mail.ts';
import type { MailReport, SentMail } from '../../domain/mail/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import { sentMailJson } from '../../views/mail-json.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied } from '../asking/request.ts';
import { actorOfSession, requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import { addMail, type NewMail } from './add-mail.ts';
import { findMail, type Reader, readerOf } from './find-mail.ts';
import { type AskingMailDeps, intakeMail } from './intake-mail.ts';
import { listParties } from './list-parties.ts';
import type { MailDeps } from './mail-deps.ts';

/** Answers a mail: to its sender, or by its sender to those it went to. */
async function replyMail(deps: MailDeps, input: ReplyMail): Promise<Outcome<SentMail>> {
  const actor = await requireActor(deps);
  if (!actor.ok) return actor;
  const wanted = await draftReply(deps, readerOf(actor.value), input);
  return wanted.ok ? addMail(deps, async () => requireActor(deps), wanted.value) : wanted;
}

async function draftReply(
  { store }: Pick<MailDeps, 'store'>,
  reader: Reader,
  { mailId, all, ...content }: ReplyMail,
): Promise<Outcome<NewMail>> {
  const found = await findMail(store, mailId, reader);
  if (!found.ok) return found;
  const { mail } = found.value;
  const subject = content.subject?.trim() || replySubject(mail.subject);
  const to = await stillThere(store, addressesOf(found.value, reader, all));
  return accept({ ...content, subject, to, replyTo: mail });
}

/** Those of several who have left meanwhile are passed over; if all have, the refusal says so. */
async function stillThere(store: Store, ids: string[]): Promise<string[]> {
  if (ids.length < 2) return ids;
  const present = new Set((await listParties(store)).map(({ id }) => id));
  const left = ids.filter((id) => present.has(id));
  return left.length > 0 ? left : ids;
}

function addressesOf({ mail, entries }: MailReport, { id }: Reader, isToAll: boolean): string[] {
  const recipients = entries.map(({ receipt }) => receipt.recipient);
  if (mail.from === id) return recipients;
  return isToAll ? [mail.from, ...recipients.filter((one) => one !== id)] : [mail.from];
}

async function intakeReply(deps: AskingMailDeps, request: AgentRequest<ReplyMail>): Promise<AskingOutcome> {
  const { session, file, input } = request;
  const wanted = await draftReply(deps, readerOf(actorOfSession(session)), input);
  if (wanted.ok) return intakeMail(deps, request, wanted.value);
  return commitIntake(deps, { file, answer: denied(deps.wordRefusal(wanted.refusal)) });
}

export const replyMailVerb = verb({
  name: 'mail.reply',
  summary: 'Answer a mail, in its thread',
  asks: 'anyone',
  reads: false,
  input: ReplyMail,
  answer: async () => (await import('../../contract/answer/mail.ts')).SentMailAnswer,
  run: replyMail,
  intake: intakeReply,
  json: sentMailJson,
});
