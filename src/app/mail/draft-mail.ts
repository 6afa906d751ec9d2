import type { Mail } from '../../domain/mail/mail.ts';
import { decideMailDelivery } from '../../domain/mail/mail-delivery.ts';
import { newReceipt } from '../../domain/mail/mail-receipt.ts';
import { mailTurnText } from '../../domain/mail/mail-text.ts';
import { searchWords } from '../../domain/mail/search-words.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { draftTurn, noteOf, openDraft } from '../draft.ts';
import type { MailParty } from './list-parties.ts';

type DraftDeps = Pick<VerbDeps, 'store' | 'ids'>;

type Drafting = Readonly<{
  mail: Mail;
  /** All of it, where the row holds only the beginning. */
  wholeBody: string;
  recipients: readonly Pick<MailParty, 'id' | 'session'>[];
  /** The sender's, if it is a session of ours. */
  sessionId: string | null;
  /** When the sender is told that an acknowledgement has not come. */
  remindAt: number | null;
}>;

/** A mail, its receipts, and a turn for each session of ours that it does not merely ride along to. */
export async function draftMail(deps: DraftDeps, drafting: Drafting): Promise<readonly Write[]> {
  const { mail, wholeBody, recipients, sessionId, remindAt } = drafting;
  const words = searchWords(`${mail.subject} ${wholeBody}`);
  const who = { at: mail.createdAt, by: mail.from };
  const writes: Write[] = [
    { kind: 'add-mail', mail, words, sessionId, journal: noteOf(who, noteText(mail)) },
  ];
  for (const { id: recipient, session } of recipients) {
    const carried = session === null ? NOT_CARRIED : await draftCarrier(deps, session, mail);
    const receipt = newReceipt(mail, { recipient, turnId: carried.turnId, remindAt });
    writes.push(...carried.writes, { kind: 'add-mail-receipt', receipt });
  }
  return writes;
}

type Carried = Readonly<{ turnId: string | null; writes: readonly Write[] }>;

const NOT_CARRIED: Carried = { turnId: null, writes: [] };

async function draftCarrier({ store, ids }: DraftDeps, session: Session, mail: Mail): Promise<Carried> {
  const kind = decideMailDelivery(mail);
  if (kind === 'ride') return NOT_CARRIED;
  const draft = openDraft(session, await store.listTurns(session.id), {
    at: mail.createdAt,
    by: mail.from,
  });
  const turn = draftTurn(draft, { id: ids.uuid(), kind, body: mailTurnText(mail) });
  return { turnId: turn.id, writes: [{ kind: 'touch-session', session }, ...draft.writes] };
}

const noteText = ({ id, to, subject }: Mail): string => `${id} to ${to.join(', ')}: ${subject}`;
