import { MAIL_MAX_BYTES, type SendMail } from '../../contract/mail.ts';
import { resolveAddresses } from '../../domain/mail/address.ts';
import { MAIL_KEY, type Mail, subjectOf } from '../../domain/mail/mail.ts';
import { decideMailDelivery } from '../../domain/mail/mail-delivery.ts';
import type { MailDestination, SentMail } from '../../domain/mail/report.ts';
import { spill } from '../../domain/message/spill.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { CommitResult } from '../../store/commit-result.ts';
import type { Write } from '../../store/store.ts';
import { displayName } from '../../views/participant-name.ts';
import { type Actor, actWrite } from '../participant/find-self.ts';
import { quotaSpent, quotaWrite } from '../session/use-quota.ts';
import { whileStale } from '../while-stale.ts';
import { draftMail } from './draft-mail.ts';
import { displayOfSession, listParties, type MailParty } from './list-parties.ts';
import type { MailDeps } from './mail-deps.ts';

export type AddMailDeps = Pick<MailDeps, 'store' | 'clock' | 'ids' | 'config' | 'poke' | 'blobs'>;

/** What a sender wants sent, and what it is an answer to. */
export type NewMail = SendMail & Readonly<{ replyTo: Pick<Mail, 'id' | 'threadId'> | null }>;

/** What is written in the same transaction, once it is known what was sent. */
type More = (sent: SentMail) => readonly Write[];

/** Sends a mail to all who are meant, each exactly once, or to none of them. */
export async function addMail(
  deps: AddMailDeps,
  findActor: () => Promise<Outcome<Actor>>,
  { more = () => [], ...wanted }: NewMail & Readonly<{ more?: More }>,
): Promise<Outcome<SentMail>> {
  const checked = checkBody(wanted.body);
  if (!checked.ok) return checked;
  return whileStale('the mail', async () => {
    const actor = await findActor();
    if (!actor.ok) return actor;
    const recipients = await findRecipients(deps, wanted.to, actor.value);
    if (!recipients.ok) return recipients;
    return commitMail(deps, { actor: actor.value, wanted, recipients: recipients.value, more });
  });
}

type Sending = Readonly<{
  actor: Actor;
  wanted: NewMail;
  recipients: readonly MailParty[];
  more: More;
}>;

async function commitMail(deps: AddMailDeps, sending: Sending): Promise<Outcome<SentMail> | 'stale'> {
  const { actor, wanted, recipients, more } = sending;
  const mail = await rowOf(deps, actor, wanted);
  const sent = { mail, recipients: recipients.map((one) => deliveredTo(mail, one)) };
  const writes = await draftMail(deps, {
    mail,
    wholeBody: wanted.body,
    recipients,
    sessionId: actor.kind === 'session' ? actor.id : null,
    remindAt: mail.isAckWanted ? mail.createdAt + deps.config.mail.ackAfterMs : null,
  });
  const signs = actor.kind === 'joined' ? [actWrite(actor, mail.createdAt)] : [];
  const quota = quotaWrite(deps, actor, 'messages');
  const result = await deps.store.commit([...signs, quota, ...writes, ...more(sent)]);
  if (!result.saved) return unsent(result);
  await pokeAll(deps, sent, recipients);
  return accept(sent);
}

/** Short enough to be typed; a taken one is drawn again. */
export const newMailId = ({ hash, uuid }: MailDeps['ids']): string => `mail-${hash(uuid()).slice(0, 12)}`;

async function rowOf(deps: AddMailDeps, actor: Actor, wanted: NewMail): Promise<Mail> {
  const { ids, blobs, clock } = deps;
  const { body, importance, replyTo } = wanted;
  const id = newMailId(ids);
  const spilled = spill(body, { hash: ids.hash, pathOf: blobs.pathOf, bytesOf });
  // Before the row that names them: a blob without a row is only waste.
  for (const { sha256, text } of spilled.blobs) await blobs.ensure(sha256, text);
  return {
    id,
    threadId: replyTo?.threadId ?? wanted.threadId ?? id,
    from: actor.id,
    fromDisplay: actor.kind === 'joined' ? displayName(actor.participant) : displayOfSession(actor.session),
    to: wanted.to,
    subject: wanted.subject?.trim() || subjectOf(body),
    body: spilled.value,
    bodySha256: spilled.blobs[0]?.sha256 ?? null,
    importance,
    isAckWanted: wanted.ack,
    replyTo: replyTo?.id ?? null,
    createdAt: clock.now(),
  };
}

function deliveredTo(mail: Mail, { id, display, session }: MailParty): MailDestination {
  if (session === null) return { id, display, delivery: 'inbox' };
  return { id, display, delivery: decideMailDelivery(mail) === 'ride' ? 'next-turn' : 'turn' };
}

/** Those who are there; one who is named and has left is told apart from one who never was. */
async function findRecipients(
  { store }: AddMailDeps,
  to: readonly string[],
  actor: Actor,
): Promise<Outcome<readonly MailParty[]>> {
  const runId = actor.kind === 'session' ? actor.session.runId : null;
  const meant = resolveAddresses(to, await listParties(store), { id: actor.id, runId });
  if (meant.ok || meant.refusal.code !== 'recipient-unknown') return meant;
  const { name } = meant.refusal;
  const left = await store.findParticipant(name);
  if (left) {
    const { endReason, endedAt, takenBy } = left;
    return refuse({ code: 'recipient-ended', name, reason: endReason, at: endedAt, by: takenBy });
  }
  const session = await store.findSession(name);
  if (!session || !(isOver(session) || session.state === 'stopping')) return meant;
  return refuse({ code: 'session-already-over', sessionId: name, status: statusOf(session.state) });
}

function unsent(result: Extract<CommitResult, { saved: false }>): Outcome<never> | 'stale' {
  if (result.why === 'over-quota') return refuse(quotaSpent(result));
  const isTaken = result.why === 'duplicate' && result.of === 'intake';
  return isTaken ? refuse({ code: 'moved-meanwhile', what: 'the mail' }) : 'stale';
}

/** A mail that only waits in inboxes concerns no supervisor. */
async function pokeAll(
  { poke }: AddMailDeps,
  { mail, recipients }: SentMail,
  parties: readonly MailParty[],
): Promise<void> {
  if (mail.isAckWanted) await poke(MAIL_KEY);
  for (const [nth, { session }] of parties.entries())
    if (session !== null && recipients[nth]?.delivery === 'turn') await poke(session.id);
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function checkBody(body: string): Outcome<string> {
  if (body.trim() === '') return refuse({ code: 'body-empty', what: 'mail' });
  const bytes = bytesOf(body);
  if (bytes <= MAIL_MAX_BYTES) return accept(body);
  return refuse({ code: 'body-too-large', what: 'mail', bytes, limitBytes: MAIL_MAX_BYTES });
}
