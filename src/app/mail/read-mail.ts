import { MailRef } from '../../contract/mail.ts';
import type { MailReport } from '../../domain/mail/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { mailReportJson } from '../../views/mail-json.ts';
import { renderMail } from '../../views/mail-list.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findMail, findReader } from './find-mail.ts';
import type { MailDeps } from './mail-deps.ts';
import { draftMailStep } from './step-own-mail.ts';

/** A mail in full. Its recipient has read it from now on. */
async function readMail(deps: MailDeps, { mailId }: MailRef): Promise<Outcome<MailReport>> {
  const reader = await findReader(deps);
  if (!reader.ok) return reader;
  return whileStale<MailReport>(`mail ${mailId}`, async () => {
    const found = await findMail(deps.store, mailId, reader.value);
    if (!found.ok) return found;
    const at = deps.clock.now();
    const step = draftMailStep(found.value, { event: 'read', recipient: reader.value.id ?? '', at });
    const { saved } = await deps.store.commit(step.writes);
    return saved ? accept(await withWholeBody(deps, withReceipt(found.value, step.receipt))) : 'stale';
  });
}

/** As it is after the step. */
const withReceipt = (
  { mail, entries }: MailReport,
  receipt: ReturnType<typeof draftMailStep>['receipt'],
): MailReport => ({
  mail,
  entries: entries.map((entry) =>
    entry.receipt.recipient === receipt?.recipient ? { ...entry, receipt } : entry,
  ),
});

/** Where the file of a long body is gone, its beginning is all there is. */
async function withWholeBody(
  { readBlob }: Pick<MailDeps, 'readBlob'>,
  report: MailReport,
): Promise<MailReport> {
  const { bodySha256 } = report.mail;
  const body = bodySha256 === null ? null : await readBlob(bodySha256);
  return body === null ? report : { ...report, mail: { ...report.mail, body } };
}

type AskingDeps = Pick<MailDeps, 'store' | 'clock'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** An agent is told the path of a long body: its answer is a file too. */
async function intakeRead(
  deps: AskingDeps,
  { session, file, input: { mailId } }: AgentRequest<MailRef>,
): Promise<AskingOutcome> {
  const found = await findMail(deps.store, mailId, session);
  if (!found.ok) return commitIntake(deps, { file, answer: denied(deps.wordRefusal(found.refusal)) });
  const at = deps.clock.now();
  const { receipt, writes } = draftMailStep(found.value, { event: 'read', recipient: session.id, at });
  const report = withReceipt(found.value, receipt);
  const answer = said(renderMail(report, styleFor(false)), mailReportJson(report));
  return commitIntake(deps, { file, answer, writes });
}

export const readMailVerb = verb({
  name: 'mail.read',
  summary: 'Read a mail in full, with how far it has come',
  asks: 'anyone',
  reads: false,
  input: MailRef,
  answer: async () => (await import('../../contract/answer/mail.ts')).MailAnswer,
  run: readMail,
  intake: intakeRead,
  json: mailReportJson,
});
