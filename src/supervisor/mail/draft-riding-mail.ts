import { type Draft, noteOf, unwrap } from '../../app/draft.ts';
import { carriesMail, MOST_RIDING } from '../../domain/mail/mail-delivery.ts';
import { stepMail } from '../../domain/mail/mail-receipt.ts';
import { withRidingMail } from '../../domain/mail/mail-text.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { Store } from '../../store/store.ts';

/**
 * The words of a turn that is handed over, with mail that waited for one. The receipts name the turn in the
 * same commit: if it goes back into the queue, it takes the mail along.
 */
export async function draftRidingMail(store: Store, draft: Draft, turn: Turn): Promise<string> {
  if (!carriesMail(turn.kind)) return turn.body;
  const waiting = await store.listMailInbox({
    recipient: turn.sessionId,
    isUnread: true,
    isRiding: true,
    isOldest: true,
    limit: MOST_RIDING,
  });
  for (const { receipt } of waiting) {
    const step = unwrap(stepMail(receipt, 'hand', { at: draft.at, turnId: turn.id }));
    const journal = noteOf(draft, `${receipt.mailId} with turn ${turn.number}`);
    draft.writes.push({ kind: 'step-mail', step, journal });
  }
  return withRidingMail(
    turn.body,
    waiting.map(({ mail }) => mail),
  );
}
