import type { MailReport } from '../../domain/mail/report.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import { type Actor, requireActor } from '../participant/find-self.ts';
import type { MailDeps } from './mail-deps.ts';

/** Whose mail may be seen: one participant's, or all of it by the person who has not joined. */
export type Reader = Readonly<{ id: string | null }>;

export const readerOf = ({ id }: Pick<Actor, 'id'>): Reader => ({ id });

/** The project is the person's, with all that is said in it. */
export async function findReader(deps: Pick<MailDeps, 'store' | 'callers'>): Promise<Outcome<Reader>> {
  const actor = await requireActor(deps);
  if (actor.ok) return accept(readerOf(actor.value));
  return actor.refusal.code === 'not-joined' ? accept({ id: null }) : actor;
}

/** A mail that the reader sent or received; for all others it is not there. */
export async function findMail(store: Store, mailId: string, { id }: Reader): Promise<Outcome<MailReport>> {
  const mail = await store.findMail(mailId);
  const entries = mail ? await store.listMailReceipts(mailId) : [];
  const isTheirs =
    id === null || mail?.from === id || entries.some(({ receipt }) => receipt.recipient === id);
  return mail && isTheirs ? accept({ mail, entries }) : refuse({ code: 'mail-not-found', mailId });
}
