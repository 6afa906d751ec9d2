import { MailRef } from '../../contract/mail.ts';
import type { MailReceipt } from '../../domain/mail/mail-receipt.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { ackJson } from '../../views/mail-json.ts';
import { renderAck } from '../../views/mail-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import { actorOfSession, actWrite, requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findMail, readerOf } from './find-mail.ts';
import type { MailDeps } from './mail-deps.ts';
import { draftMailStep } from './step-own-mail.ts';

/** Tells the sender that the mail was taken note of; a second time changes nothing. */
async function ackMail(deps: MailDeps, { mailId }: MailRef): Promise<Outcome<MailReceipt>> {
  return whileStale<MailReceipt>(`mail ${mailId}`, async () => {
    const actor = await requireActor(deps);
    if (!actor.ok) return actor;
    const drafted = await draftAck(deps, actor.value.id, mailId);
    if (!drafted.ok) return drafted;
    const signs = actor.value.kind === 'joined' ? [actWrite(actor.value, deps.clock.now())] : [];
    const { saved } = await deps.store.commit([...signs, ...drafted.value.writes]);
    return saved ? accept(drafted.value.receipt) : 'stale';
  });
}

type DraftDeps = Pick<MailDeps, 'store' | 'clock'>;
type Acked = Readonly<{ receipt: MailReceipt; writes: ReturnType<typeof draftMailStep>['writes'] }>;

async function draftAck(deps: DraftDeps, recipient: string, mailId: string): Promise<Outcome<Acked>> {
  const found = await findMail(deps.store, mailId, readerOf({ id: recipient }));
  if (!found.ok) return found;
  const at = deps.clock.now();
  const { receipt, writes } = draftMailStep(found.value, { event: 'acknowledge', recipient, at });
  return receipt === null ? refuse({ code: 'mail-not-received', mailId }) : accept({ receipt, writes });
}

type AskingDeps = DraftDeps & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

async function intakeAck(
  deps: AskingDeps,
  { session, file, input: { mailId } }: AgentRequest<MailRef>,
): Promise<AskingOutcome> {
  const drafted = await draftAck(deps, actorOfSession(session).id, mailId);
  if (!drafted.ok) return commitIntake(deps, { file, answer: denied(deps.wordRefusal(drafted.refusal)) });
  const { receipt, writes } = drafted.value;
  return commitIntake(deps, { file, answer: said(renderAck(receipt), ackJson(receipt)), writes });
}

export const ackMailVerb = verb({
  name: 'mail.ack',
  summary: 'Acknowledge a mail',
  asks: 'anyone',
  reads: false,
  input: MailRef,
  answer: async () => (await import('../../contract/answer/mail.ts')).AckAnswer,
  run: ackMail,
  intake: intakeAck,
  json: ackJson,
});
