import { ThreadRef } from '../../contract/mail.ts';
import type { MailThread } from '../../domain/mail/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../../store/store.ts';
import { mailThreadJson } from '../../views/mail-json.ts';
import { renderMailThread } from '../../views/mail-list.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { findMail, findReader, type Reader } from './find-mail.ts';
import type { MailDeps } from './mail-deps.ts';

async function showThread(deps: MailDeps, input: ThreadRef): Promise<Outcome<MailThread>> {
  const reader = await findReader(deps);
  return reader.ok ? threadOf(deps.store, reader.value, input) : reader;
}

async function threadOf(
  store: Store,
  reader: Reader,
  { mailId, limit }: ThreadRef,
): Promise<Outcome<MailThread>> {
  const found = await findMail(store, mailId, reader);
  if (!found.ok) return found;
  const { threadId } = found.value.mail;
  const party = reader.id === null ? {} : { party: reader.id };
  const mails = await store.listMail({ threadId, ...party }, { limit: limit + 1 });
  return accept({ threadId, mails: mails.slice(0, limit).toReversed(), hasOlder: mails.length > limit });
}

type AskingDeps = Pick<MailDeps, 'store' | 'clock'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

async function intakeThread(
  deps: AskingDeps,
  { session, file, input }: AgentRequest<ThreadRef>,
): Promise<AskingOutcome> {
  const thread = await threadOf(deps.store, session, input);
  const answer = thread.ok
    ? said(renderMailThread(thread.value, styleFor(false)), mailThreadJson(thread.value))
    : denied(deps.wordRefusal(thread.refusal));
  return commitIntake(deps, { file, answer });
}

export const showThreadVerb = verb({
  name: 'mail.thread',
  summary: 'Show a thread of mail',
  asks: 'anyone',
  reads: true,
  input: ThreadRef,
  answer: async () => (await import('../../contract/answer/mail.ts')).MailThreadAnswer,
  run: showThread,
  intake: intakeThread,
  json: mailThreadJson,
});
